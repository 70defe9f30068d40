/** The room this computer calls for, by account: chosen once. */
const place = (userId: number) => `antessala-room-${userId}`;

export function keptRoom(userId: number): number | undefined {
  try {
    return Number(localStorage.getItem(place(userId))) || undefined;
  } catch {
    return undefined;
  }
}

export function keepRoom(userId: number, roomId: number): void {
  try {
    localStorage.setItem(place(userId), String(roomId));
  } catch {
    // Without storage the room is chosen again after a reload.
  }
}
