/** Lists the emoji of the picker (contract/README 2.9). Old TVs draw only emoji of 2016 or older, without zero-width joiners. */

const lists = {
  pessoas: [
    'Pessoas',
    '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 😘 🤗 🤔 😎 🤓 😴 😷 🤒 🤕 🤧 😢 😮 👶 👦 👧 👨 👩 👴 👵 👮 👷 💂 🎅 👼 🤰 👪 👫',
  ],
  gestos: [
    'Gestos',
    '👋 🤚 ✋ 🖖 👌 ✌️ 🤞 🤙 👈 👉 👆 👇 ☝️ 👍 👎 ✊ 👊 🤛 🤜 👏 🙌 👐 🤝 🙏 ✍️ 💅 🤳 💪 👀 👂 👃 👄 👣 🙋 🙆 🙅 💁 🙇 🤷 🤦 💃 🏃',
  ],
  animais: [
    'Animais',
    '🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🐤 🦆 🦅 🦉 🐴 🦄 🐝 🐛 🦋 🐌 🐞 🐜 🐢 🐍 🐙 🐠 🐬 🐳 🐘 🐪 🐑 🐕 🐈 🐇',
  ],
  comida: [
    'Comida',
    '☕ 🍵 🥛 🍼 🍷 🍺 🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🍍 🥝 🥑 🍅 🥕 🌽 🥒 🥔 🍞 🥐 🧀 🥚 🍳 🥗 🍲 🍝 🍕 🍔 🍟 🌮 🍣 🍰 🎂 🍫 🍪 🍦',
  ],
  atividades: [
    'Atividades',
    '⚽ 🏀 🏈 ⚾ 🎾 🏐 🏉 🎱 🏓 🏸 🥅 🏒 🏏 🎿 🏂 🏋️ 🤸 🏊 🏄 🚴 🚶 🏆 🥇 🥈 🥉 🏅 🎖️ 🎯 🎮 🎲 🎨 🎭 🎬 🎤 🎧 🎵 🎹 🎸 🎺 🎻 🎉 🎈',
  ],
  natureza: [
    'Natureza',
    '☀️ 🌤️ ⛅ 🌧️ ⛈️ 🌩️ ❄️ ☃️ 🌈 ☔ 💧 🌊 🌙 ⭐ 🌟 ✨ ⚡ 🔥 🌍 🌎 🌱 🌲 🌳 🌴 🌵 🌿 ☘️ 🍀 🍁 🍂 🍃 🌷 🌹 🌺 🌸 🌼 🌻 💐 🌾 🍄 ⛰️ 🏖️',
  ],
  objetos: [
    'Objetos',
    '💊 💉 🌡️ 🔬 🏥 🚑 📅 ⏰ ⌚ ⏳ 📞 📱 💻 🖥️ 📺 📷 🎥 📻 🔔 📢 📣 ✉️ 📧 📝 📋 📌 📎 📖 📚 💡 🔑 🔒 🎁 🛒 💳 💵 👓 🕶️ 🚗 🚌 ✈️ 🚪',
  ],
  simbolos: [
    'Símbolos',
    '❤️ 💛 💚 💙 💜 🖤 💔 💕 💖 💯 ✅ ✔️ ❌ ❗ ❓ ⚠️ 🚫 ⛔ 🚭 ♿ 🚻 🅿️ ℹ️ 🆕 🆓 🔝 🔴 🔵 ⚪ ⚫ ▶️ ⏸️ ➡️ ⬅️ ⬆️ ⬇️ 🔄 ➕ ➖ 💬 📍 ♻️',
  ],
} as const;

export type EmojiCategoryId = keyof typeof lists;

export const emojiCategories = (Object.keys(lists) as EmojiCategoryId[]).map((id) => {
  const [label, emojis] = lists[id];
  return { id, label, emojis: emojis.split(' ') };
});

/** Returns the index of the grid's cell to which a key moves: `index` itself at an edge, undefined for keys that do not move. */
export function nextCell(key: string, index: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = index + step;
  return target < 0 || target >= count ? index : target;
}
