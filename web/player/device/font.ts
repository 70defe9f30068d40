/**
 * Replaces the variable font by the device's own where letters would cover each other: at every font size an early
 * Chromium 69 uses the letter widths of the first size that it has drawn.
 */
export async function replaceUnreadableFont(): Promise<void> {
  const pen = document.createElement('canvas').getContext('2d');
  const family = "'Inter Variable'";
  await document.fonts.load(`16px ${family}`).catch(() => []);
  const widthAt = (px: number): number => {
    if (!pen) return 1;
    pen.font = `${px}px ${family}`;
    return pen.measureText('P042').width / px;
  };
  if (Math.abs(widthAt(160) / widthAt(16) - 1) < 0.2) return;
  document.body.style.fontFamily = 'Roboto, Arial, sans-serif';
  // Listeners of this event fit their texts again.
  window.dispatchEvent(new Event('resize'));
}
