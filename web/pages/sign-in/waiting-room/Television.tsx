import { Slides } from './Slides.tsx';
import styles from './WaitingRoom.module.css';

const frame = { x: 180.75, y: 56.75, width: 398.5, height: 232.5, rx: 12.5 };

/** Draws the TV on the wall of the waiting room, with logo, clock and ticker over its slides. */
export function Television() {
  return (
    <g transform="translate(0 -20)">
      <rect x="180" y="56" width="400" height="234" rx="13" fill="#04181b" />
      <rect {...frame} fill="none" stroke="#2c6a6d" strokeWidth="1.5" />
      <g clipPath="url(#room-screen)">
        <Slides />
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
  );
}
