/** Draws pictures for the demo and the tour: a sentence in large type beside a drawing. */
import sharp from 'sharp';

export interface Slide {
  name: string;
  title: string;
  text: string;
  /** Background colours of the drawing, from lighter to darker. */
  lightColour: string;
  darkColour: string;
  drawing?: keyof typeof drawings;
}

/** SVG drawings for a coloured background, each in a square of 700 x 700. */
const drawings = {
  heart: `
    <path d="M350 600C120 450 60 330 110 220c45-95 175-105 240-5 65-100 195-90 240 5 50 110-10 230-240 380z" fill="#fff" opacity=".95"/>
    <path d="M95 345h150l40-85 70 190 55-130 30 25h170" fill="none" stroke="#e11d48" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/>`,
  room: `
    <rect x="60" y="70" width="230" height="230" rx="24" fill="#fff" opacity=".9"/>
    <path d="M175 70v230M60 185h230" stroke="#0f766e" stroke-width="10" opacity=".35"/>
    <circle cx="225" cy="130" r="30" fill="#fbbf24"/>
    <path d="M590 250c-50-90-20-150 0-180 20 30 50 90 0 180z" fill="#86efac"/>
    <path d="M590 270c-90-20-110-80-110-120 50 10 110 40 110 120zM590 270c90-20 110-80 110-120-50 10-110 40-110 120z" fill="#4ade80"/>
    <path d="M545 270h90l-14 90h-62z" fill="#fde68a"/>
    <rect x="535" y="360" width="110" height="18" rx="9" fill="#fff" opacity=".8"/><path d="M590 378v190" stroke="#fff" stroke-width="12" opacity=".8"/>
    <rect x="70" y="330" width="430" height="190" rx="46" fill="#f8fafc"/>
    <rect x="40" y="400" width="90" height="160" rx="40" fill="#e2e8f0"/><rect x="440" y="400" width="90" height="160" rx="40" fill="#e2e8f0"/>
    <rect x="115" y="440" width="340" height="120" rx="26" fill="#cbd5e1"/>
    <rect x="150" y="365" width="110" height="100" rx="22" fill="#fb923c"/><rect x="315" y="375" width="100" height="92" rx="22" fill="#5eead4"/>
    <path d="M100 560v40M470 560v40" stroke="#475569" stroke-width="16" stroke-linecap="round"/>
    <rect x="20" y="600" width="660" height="10" rx="5" fill="#fff" opacity=".5"/>`,
  shield: `
    <path d="M350 50l240 85v180c0 160-100 270-240 335-140-65-240-175-240-335V135z" fill="#fff" opacity=".95"/>
    <path d="M350 50l240 85v180c0 160-100 270-240 335z" fill="#dbeafe"/>
    <path d="M350 220v230M235 335h230" stroke="#2563eb" stroke-width="62" stroke-linecap="round"/>
    <g fill="#fbbf24"><circle cx="50" cy="60" r="26"/><circle cx="640" cy="500" r="34"/><circle cx="90" cy="560" r="18"/></g>
    <g stroke="#fbbf24" stroke-width="9" stroke-linecap="round"><path d="M50 14v92M4 60h92M18 28l64 64M82 28l-64 64M640 446v108M586 500h108M602 462l76 76M678 462l-76 76"/></g>`,
  water: `
    <path d="M170 110h360l-46 500a40 40 0 0 1-40 36H256a40 40 0 0 1-40-36z" fill="#fff" opacity=".3"/>
    <path d="M187 300c55-34 110-34 163 0s110 34 163 0l-29 310a40 40 0 0 1-40 36H256a40 40 0 0 1-40-36z" fill="#e0f2fe"/>
    <path d="M194 375c52-28 105-28 156 0s105 28 156 0l-22 235a40 40 0 0 1-40 36H256a40 40 0 0 1-40-36z" fill="#7dd3fc"/>
    <path d="M215 150l34 420" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".8"/>
    <path d="M600 150c44 62 60 92 60 122a60 60 0 0 1-120 0c0-30 16-60 60-122zM92 330c30 42 40 62 40 84a40 40 0 0 1-80 0c0-22 10-42 40-84z" fill="#e0f2fe"/>`,
};

/** Returns a PNG of 1920x1080. */
export function drawSlide({ title, text, lightColour, darkColour, drawing = 'heart' }: Slide): Promise<Buffer> {
  const titleLines = linesOf(title, 13);
  const textLines = linesOf(text, 30);
  const height = 60 + titleLines.length * 132 + 34 + textLines.length * 64;
  const top = (1000 - height) / 2;
  const lines = (texts: string[], y: number, step: number) =>
    texts.map((line, index) => `<tspan x="130" y="${y + index * step}">${line}</tspan>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080" font-family="Inter, Helvetica Neue, DejaVu Sans">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${lightColour}"/><stop offset="1" stop-color="${darkColour}"/></linearGradient></defs>
    <rect width="1920" height="1080" fill="#fbfaf6"/>
    <path d="M1920 0H1150c-110 180-150 360-150 540s40 360 150 540h770z" fill="url(#ground)"/>
    <path d="M1920 0H1250c-100 180-135 360-135 540s35 360 135 540h670z" fill="#fff" opacity=".06"/>
    <g transform="translate(1140 170) scale(.98)">${drawings[drawing]}</g>
    <rect x="130" y="${top}" width="110" height="14" rx="7" fill="${lightColour}"/>
    <text font-size="112" font-weight="700" letter-spacing="-3" fill="#12262e">${lines(titleLines, top + 150, 132)}</text>
    <text font-size="48" fill="#475a63">${lines(textLines, top + 150 + titleLines.length * 132 - 20, 68)}</text>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Breaks a text between words into lines of at most `maxLength` characters; only a longer word exceeds it. */
function linesOf(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= maxLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
