/** What a device holds while it is paired. */
export interface Credentials {
  playerId: number;
  userId: number;
  token: string;
}
