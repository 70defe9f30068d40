import { Foreground } from './Foreground.tsx';
import { Television } from './Television.tsx';
import styles from './WaitingRoom.module.css';

/** Draws a waiting room with a TV: three slides fade into each other, and the ticker runs. Decorative. */
export function WaitingRoom() {
  return (
    <svg viewBox="0 0 760 470" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={styles.room}>
      <Colours />
      <ellipse cx="380" cy="186" rx="460" ry="270" fill="url(#room-glow)" className={styles.glow} />
      <rect x="-400" y="396" width="1560" height="120" fill="url(#room-floor)" />
      <rect x="-400" y="395" width="1560" height="2" fill="#1b6f70" />
      <ellipse cx="380" cy="432" rx="262" ry="24" fill="#186567" />
      <ellipse cx="380" cy="432" rx="240" ry="19" fill="none" stroke="#2b8686" strokeWidth="1.5" />
      <Television />
      <Foreground />
    </svg>
  );
}

/** Colour gradients from top to bottom, or from the top left corner to the bottom right one. */
const gradients = [
  { id: 'room-sky', isDiagonal: false, from: '#ffd9a3', to: '#f6927a' },
  { id: 'room-heart', isDiagonal: true, from: '#12807d', to: '#0c5678' },
  { id: 'room-water', isDiagonal: true, from: '#3f8fd8', to: '#245aa8' },
  { id: 'room-floor', isDiagonal: false, from: '#0d4a4d', to: '#08343a' },
];

/** Defines the gradients and the clip path of the TV screen. Other parts of the picture refer to their ids. */
function Colours() {
  return (
    <defs>
      <radialGradient id="room-glow" cx="50%" cy="50%" r="50%">
        <stop offset="0%" stopColor="#5fd6c6" stopOpacity="0.42" />
        <stop offset="100%" stopColor="#5fd6c6" stopOpacity="0" />
      </radialGradient>
      {gradients.map(({ id, isDiagonal, from, to }) => (
        <linearGradient key={id} id={id} x1="0" y1="0" x2={isDiagonal ? 1 : 0} y2="1">
          <stop offset="0%" stopColor={from} />
          <stop offset="100%" stopColor={to} />
        </linearGradient>
      ))}
      <clipPath id="room-screen">
        <rect x="190" y="66" width="380" height="214" rx="6" />
      </clipPath>
    </defs>
  );
}
