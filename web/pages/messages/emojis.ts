/**
 * The emoji of the picker in the eight groups of contract/README 2.9. All are of 2016 or before, single and without
 * joiners, so that an old TV box draws them too.
 */

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

/**
 * Returns the cell that an arrow key leads to in a grid of `count` cells in rows of `columns`; undefined for other
 * keys. It stops at the edges.
 */
export function nextCell(key: string, index: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = index + step;
  return target < 0 || target >= count ? index : target;
}
