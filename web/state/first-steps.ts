/** State of the setup of a new installation (`/first-steps`) that several pages share. */
import { signal } from '@preact/signals-react';
import { mutate } from './resources/resource.ts';
import { toast } from './toasts.ts';

/** True once a person on the server's own machine has chosen to sign in instead: `/` no longer redirects to the setup. */
export const hasChosenSignIn = signal(false);

/** Dismisses the setup permanently. @throws {CallError} */
export async function dismissFirstSteps(): Promise<void> {
  await mutate('DELETE /api/first-steps', {});
  toast({
    title: 'Primeiros passos deixados para depois',
    description: 'Nome da clínica, contato e códigos estão em Configurações; a sua senha, em Minha conta.',
  });
}
