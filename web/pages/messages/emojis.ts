/** The emoji of the picker (contract/README 2.9): from 2016 or before and without joiners, so that old TVs draw them. */

export const emojiCategories = [
  {
    id: 'pessoas',
    label: 'Pessoas',
    emojis: split(
      '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 😘 🤗 🤔 😎 🤓 😴 😷 🤒 🤕 🤧 😢 😮 👶 👦 👧 👨 👩 👴 👵 👮 👷 💂 🎅 👼 🤰 👪 👫',
    ),
  },
  {
    id: 'gestos',
    label: 'Gestos',
    emojis: split(
      '👋 🤚 ✋ 🖖 👌 ✌️ 🤞 🤙 👈 👉 👆 👇 ☝️ 👍 👎 ✊ 👊 🤛 🤜 👏 🙌 👐 🤝 🙏 ✍️ 💅 🤳 💪 👀 👂 👃 👄 👣 🙋 🙆 🙅 💁 🙇 🤷 🤦 💃 🏃',
    ),
  },
  {
    id: 'animais',
    label: 'Animais',
    emojis: split(
      '🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🐤 🦆 🦅 🦉 🐴 🦄 🐝 🐛 🦋 🐌 🐞 🐜 🐢 🐍 🐙 🐠 🐬 🐳 🐘 🐪 🐑 🐕 🐈 🐇',
    ),
  },
  {
    id: 'comida',
    label: 'Comida',
    emojis: split(
      '☕ 🍵 🥛 🍼 🍷 🍺 🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🍍 🥝 🥑 🍅 🥕 🌽 🥒 🥔 🍞 🥐 🧀 🥚 🍳 🥗 🍲 🍝 🍕 🍔 🍟 🌮 🍣 🍰 🎂 🍫 🍪 🍦',
    ),
  },
  {
    id: 'atividades',
    label: 'Atividades',
    emojis: split(
      '⚽ 🏀 🏈 ⚾ 🎾 🏐 🏉 🎱 🏓 🏸 🥅 🏒 🏏 🎿 🏂 🏋️ 🤸 🏊 🏄 🚴 🚶 🏆 🥇 🥈 🥉 🏅 🎖️ 🎯 🎮 🎲 🎨 🎭 🎬 🎤 🎧 🎵 🎹 🎸 🎺 🎻 🎉 🎈',
    ),
  },
  {
    id: 'natureza',
    label: 'Natureza',
    emojis: split(
      '☀️ 🌤️ ⛅ 🌧️ ⛈️ 🌩️ ❄️ ☃️ 🌈 ☔ 💧 🌊 🌙 ⭐ 🌟 ✨ ⚡ 🔥 🌍 🌎 🌱 🌲 🌳 🌴 🌵 🌿 ☘️ 🍀 🍁 🍂 🍃 🌷 🌹 🌺 🌸 🌼 🌻 💐 🌾 🍄 ⛰️ 🏖️',
    ),
  },
  {
    id: 'objetos',
    label: 'Objetos',
    emojis: split(
      '💊 💉 🌡️ 🔬 🏥 🚑 📅 ⏰ ⌚ ⏳ 📞 📱 💻 🖥️ 📺 📷 🎥 📻 🔔 📢 📣 ✉️ 📧 📝 📋 📌 📎 📖 📚 💡 🔑 🔒 🎁 🛒 💳 💵 👓 🕶️ 🚗 🚌 ✈️ 🚪',
    ),
  },
  {
    id: 'simbolos',
    label: 'Símbolos',
    emojis: split(
      '❤️ 💛 💚 💙 💜 🖤 💔 💕 💖 💯 ✅ ✔️ ❌ ❗ ❓ ⚠️ 🚫 ⛔ 🚭 ♿ 🚻 🅿️ ℹ️ 🆕 🆓 🔝 🔴 🔵 ⚪ ⚫ ▶️ ⏸️ ➡️ ⬅️ ⬆️ ⬇️ 🔄 ➕ ➖ 💬 📍 ♻️',
    ),
  },
] as const;

export type EmojiCategoryId = (typeof emojiCategories)[number]['id'];

function split(list: string): readonly string[] {
  return list.split(' ');
}

/** Returns the cell that a key leads to in a grid with `columns`, staying at the edges; undefined for other keys. */
export function nextCell(key: string, index: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = index + step;
  return target < 0 || target >= count ? index : target;
}
