/** Draws plant, people, chairs and table in front of the wall. */
export function Foreground() {
  return (
    <>
      <path d="M76 396V222" stroke="#3b8f83" strokeWidth="3" />
      <path
        d="M76 300c-34-6-50-30-52-62 32 4 50 26 52 62zM76 272c28-8 42-30 42-60-28 6-42 28-42 60zM76 336c28-4 46-20 52-46-30 0-48 18-52 46z"
        fill="#2f8f7c"
      />
      <path d="M76 330c-26-2-42-16-50-40 28-2 46 14 50 40z" fill="#3fa58e" />
      <path d="M52 352h48l-6 44H58z" fill="#d98f6d" />
      <rect x="48" y="346" width="56" height="12" rx="3" fill="#e7a583" />
      {/* Two people from behind, watching. They sit on the chairs. */}
      <g transform="translate(0 10)">
        <path d="M303 372v-28c0-19 12-29 30-29s30 10 30 29v28z" fill="#f0c36a" />
        <rect x="326" y="302" width="14" height="18" fill="#d9a582" />
        <circle cx="333" cy="291" r="19" fill="#e4b391" />
        <path d="M312 296c-3-17 7-28 21-28s24 11 21 28c-2 12-9 18-21 18s-19-6-21-18z" fill="#3a2430" />
        <circle cx="333" cy="266" r="8" fill="#3a2430" />
        <path d="M491 372v-26c0-19 12-29 30-29s30 10 30 29v26z" fill="#c6e4df" />
        <rect x="514" y="304" width="14" height="18" fill="#96633f" />
        <circle cx="521" cy="294" r="19" fill="#a9714f" />
        <path d="M501 295c-2-15 7-24 20-24s22 9 20 24c-2 9-8 13-20 13s-18-4-20-13z" fill="#dfe7e8" />
      </g>
      {[196, 290, 384, 478].map((x, index) => (
        <g key={x} transform={`translate(${x} 10)`}>
          <path d="M14 380v30M72 380v30" stroke="#0a3a3f" strokeWidth="5" strokeLinecap="round" />
          <rect x="6" y="372" width="74" height="14" rx="7" fill="#0f5457" />
          <rect x="2" y="328" width="82" height="50" rx="13" fill={index % 2 ? '#19797a' : '#1d8485'} />
          <path d="M14 340h58" stroke="#ffffff" strokeOpacity="0.14" strokeWidth="2" strokeLinecap="round" />
        </g>
      ))}
      {/* The table, with magazines and a cup. */}
      <rect x="618" y="352" width="92" height="8" rx="4" fill="#c98f66" />
      <path d="M632 360v46M696 360v46" stroke="#a8744f" strokeWidth="5" strokeLinecap="round" />
      <rect x="634" y="343" width="46" height="9" rx="2" fill="#e8eef0" />
      <rect x="638" y="335" width="42" height="8" rx="2" fill="#f08f7e" />
      <path d="M690 352v-16h12v16z" fill="#7fe0d3" />
    </>
  );
}
