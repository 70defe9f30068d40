import styles from './WaitingRoom.module.css';

/** A waiting room with its channel on the wall: three slides fade into each other, the ticker runs. Decorative. */
export function WaitingRoom() {
  return (
    <svg viewBox="0 0 760 470" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={styles.room}>
      <defs>
        <radialGradient id="room-glow" cx="50%" cy="50%" r="50%">
          <stop offset="0%" stopColor="#5fd6c6" stopOpacity="0.42" />
          <stop offset="100%" stopColor="#5fd6c6" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="room-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0%" stopColor="#ffd9a3" />
          <stop offset="100%" stopColor="#f6927a" />
        </linearGradient>
        <linearGradient id="room-heart" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0%" stopColor="#12807d" />
          <stop offset="100%" stopColor="#0c5678" />
        </linearGradient>
        <linearGradient id="room-water" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0%" stopColor="#3f8fd8" />
          <stop offset="100%" stopColor="#245aa8" />
        </linearGradient>
        <linearGradient id="room-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0%" stopColor="#0d4a4d" />
          <stop offset="100%" stopColor="#08343a" />
        </linearGradient>
        <clipPath id="room-screen">
          <rect x="190" y="66" width="380" height="214" rx="6" />
        </clipPath>
      </defs>

      <ellipse cx="380" cy="186" rx="460" ry="270" fill="url(#room-glow)" className={styles.glow} />
      <rect x="-400" y="396" width="1560" height="120" fill="url(#room-floor)" />
      <rect x="-400" y="395" width="1560" height="2" fill="#1b6f70" />
      <ellipse cx="380" cy="432" rx="262" ry="24" fill="#186567" />
      <ellipse cx="380" cy="432" rx="240" ry="19" fill="none" stroke="#2b8686" strokeWidth="1.5" />

      <g transform="translate(0 -20)">
        <rect x="180" y="56" width="400" height="234" rx="13" fill="#04181b" />
        <rect
          x="180.75"
          y="56.75"
          width="398.5"
          height="232.5"
          rx="12.5"
          fill="none"
          stroke="#2c6a6d"
          strokeWidth="1.5"
        />
        <g clipPath="url(#room-screen)">
          <g className={styles.slide}>
            <rect x="190" y="66" width="380" height="214" fill="url(#room-heart)" />
            <circle cx="508" cy="150" r="120" fill="#ffffff" opacity="0.06" />
            <circle cx="508" cy="150" r="82" fill="#ffffff" opacity="0.07" />
            <path
              d="M508 196c-34-22-54-41-54-66 0-18 14-31 30-31 10 0 19 5 24 14 5-9 14-14 24-14 16 0 30 13 30 31 0 25-20 44-54 66z"
              fill="#ff8f86"
            />
            <path
              d="M448 146h30l10-22 16 44 14-32 7 10h42"
              fill="none"
              stroke="#ffffff"
              strokeWidth="5"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
            <text x="218" y="146" className={styles.big}>
              Cuide do seu
            </text>
            <text x="218" y="178" className={styles.big}>
              coração
            </text>
            <text x="218" y="206" className={styles.small}>
              30 minutos de caminhada por dia
            </text>
          </g>
          <g className={`${styles.slide} ${styles.second}`}>
            <rect x="190" y="66" width="380" height="214" fill="url(#room-water)" />
            <circle cx="505" cy="156" r="96" fill="#ffffff" opacity="0.08" />
            <path d="M468 104h74l-9 104a10 10 0 0 1-10 9h-36a10 10 0 0 1-10-9z" fill="#ffffff" opacity="0.28" />
            <path d="M472 146c12-7 22 7 34 0s20 6 32 0l-5 60a8 8 0 0 1-8 7h-40a8 8 0 0 1-8-7z" fill="#bfe6ff" />
            <text x="218" y="146" className={styles.big}>
              Beba água
            </text>
            <text x="218" y="174" className={styles.small}>
              Seu corpo agradece: oito copos
            </text>
            <text x="218" y="193" className={styles.small}>
              ao longo do dia
            </text>
          </g>
          <g className={`${styles.slide} ${styles.third}`}>
            <rect x="190" y="66" width="380" height="214" fill="url(#room-sky)" />
            <circle cx="392" cy="176" r="40" fill="#fff3d6" />
            <path d="M190 232l74-66 58 48 66-74 78 76 104-52v116H190z" fill="#7d4a72" />
            <path d="M190 254l94-40 90 34 96-44 100 40v36H190z" fill="#4b2f5e" />
            <circle cx="380" cy="164" r="27" fill="#ffffff" opacity="0.92" />
            <path d="M372 151v26l21-13z" fill="#4b2f5e" />
          </g>
          <g className={styles.logo}>
            <rect x="206" y="80" width="92" height="22" rx="11" fill="#04181b" opacity="0.34" />
            <circle cx="218" cy="91" r="5" fill="#7fe0d3" />
            <text x="229" y="95">
              Clínica Vida
            </text>
          </g>
          <g className={styles.clock}>
            <rect x="504" y="80" width="50" height="22" rx="11" fill="#04181b" opacity="0.34" />
            <text x="529" y="95" textAnchor="middle">
              14:05
            </text>
          </g>
          <rect x="190" y="252" width="380" height="28" fill="#06282c" opacity="0.9" />
          <text y="270" className={styles.ticker}>
            Vacinação contra a gripe: fale com a recepção • Traga seus exames anteriores • Estacionamento conveniado na
            Rua das Acácias
          </text>
          <rect x="190" y="252" width="66" height="28" fill="#7fe0d3" />
          <text x="223" y="270" textAnchor="middle" className={styles.tag}>
            AVISOS
          </text>
        </g>
        <rect x="360" y="290" width="40" height="5" rx="2.5" fill="#04181b" />
      </g>

      <g>
        <path d="M76 396V222" stroke="#3b8f83" strokeWidth="3" />
        <path
          d="M76 300c-34-6-50-30-52-62 32 4 50 26 52 62zM76 272c28-8 42-30 42-60-28 6-42 28-42 60zM76 336c28-4 46-20 52-46-30 0-48 18-52 46z"
          fill="#2f8f7c"
        />
        <path d="M76 330c-26-2-42-16-50-40 28-2 46 14 50 40z" fill="#3fa58e" />
        <path d="M52 352h48l-6 44H58z" fill="#d98f6d" />
        <rect x="48" y="346" width="56" height="12" rx="3" fill="#e7a583" />
      </g>

      <g transform="translate(0 10)">
        <path d="M303 372v-28c0-19 12-29 30-29s30 10 30 29v28z" fill="#f0c36a" />
        <rect x="326" y="302" width="14" height="18" fill="#d9a582" />
        <circle cx="333" cy="291" r="19" fill="#e4b391" />
        <path d="M312 296c-3-17 7-28 21-28s24 11 21 28c-2 12-9 18-21 18s-19-6-21-18z" fill="#3a2430" />
        <circle cx="333" cy="266" r="8" fill="#3a2430" />
      </g>
      <g transform="translate(0 10)">
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
      <g>
        <rect x="618" y="352" width="92" height="8" rx="4" fill="#c98f66" />
        <path d="M632 360v46M696 360v46" stroke="#a8744f" strokeWidth="5" strokeLinecap="round" />
        <rect x="634" y="343" width="46" height="9" rx="2" fill="#e8eef0" />
        <rect x="638" y="335" width="42" height="8" rx="2" fill="#f08f7e" />
        <path d="M690 352v-16h12v16z" fill="#7fe0d3" />
      </g>
    </svg>
  );
}
