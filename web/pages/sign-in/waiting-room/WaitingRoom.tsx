import { Foreground } from './Foreground.tsx';
import { Television } from './Television.tsx';
import styles from './WaitingRoom.module.css';

/** A waiting room with its channel on the wall: three slides fade into each other, the ticker runs. Decorative. */
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

/** Gradients, and the shape of the screen; the parts name them by their ids. */
function Colours() {
  return (
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
  );
}
