import styles from './WaitingRoom.module.css';

/** Draws the three slides on the TV, which fade into each other. */
export function Slides() {
  return (
    <>
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
        <Line y={146} size="big" text="Cuide do seu" />
        <Line y={178} size="big" text="coração" />
        <Line y={206} size="small" text="30 minutos de caminhada por dia" />
      </g>
      <g className={`${styles.slide} ${styles.second}`}>
        <rect x="190" y="66" width="380" height="214" fill="url(#room-water)" />
        <circle cx="505" cy="156" r="96" fill="#ffffff" opacity="0.08" />
        <path d="M468 104h74l-9 104a10 10 0 0 1-10 9h-36a10 10 0 0 1-10-9z" fill="#ffffff" opacity="0.28" />
        <path d="M472 146c12-7 22 7 34 0s20 6 32 0l-5 60a8 8 0 0 1-8 7h-40a8 8 0 0 1-8-7z" fill="#bfe6ff" />
        <Line y={146} size="big" text="Beba água" />
        <Line y={174} size="small" text="Seu corpo agradece: oito copos" />
        <Line y={193} size="small" text="ao longo do dia" />
      </g>
      <g className={`${styles.slide} ${styles.third}`}>
        <rect x="190" y="66" width="380" height="214" fill="url(#room-sky)" />
        <circle cx="392" cy="176" r="40" fill="#fff3d6" />
        <path d="M190 232l74-66 58 48 66-74 78 76 104-52v116H190z" fill="#7d4a72" />
        <path d="M190 254l94-40 90 34 96-44 100 40v36H190z" fill="#4b2f5e" />
        <circle cx="380" cy="164" r="27" fill="#ffffff" opacity="0.92" />
        <path d="M372 151v26l21-13z" fill="#4b2f5e" />
      </g>
    </>
  );
}

function Line({ y, size, text }: { y: number; size: 'big' | 'small'; text: string }) {
  return (
    <text x="218" y={y} className={styles[size]}>
      {text}
    </text>
  );
}
