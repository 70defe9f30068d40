/** The first administrator of every server under test. */
export const testAdmin = { email: 'admin@antessala.local', password: 'senha-de-teste' };
