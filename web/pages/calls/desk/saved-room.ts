/** localStorage key of the room that this computer calls for, one for each account. */
const storageKey = (userId: number) => `antessala-room-${userId}`;

export function savedRoom(userId: number): number | undefined {
  try {
    return Number(localStorage.getItem(storageKey(userId))) || undefined;
  } catch {
    return undefined;
  }
}

export function saveRoom(userId: number, roomId: number): void {
  try {
    localStorage.setItem(storageKey(userId), String(roomId));
  } catch {
    // Without storage the user chooses the room again after a reload.
  }
}
