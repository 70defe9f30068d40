/** localStorage key of the room that this computer calls for, one for each account. */
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
    // Without storage the user chooses the room again after a reload.
  }
}
