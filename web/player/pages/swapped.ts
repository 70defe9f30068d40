/** `/player?trocada`: the screen of this device went to another one. It stays in the address, for whoever looks tomorrow. */
export const swappedMark = 'trocada';
