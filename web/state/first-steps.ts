/** The first steps of a new installation, as pages share them. */
import { signal } from '@preact/signals-react';
import { mutate } from './resources/resource.ts';
import { toast } from './toasts.ts';

/** True after somebody at the server itself chose to sign in: until a reload the sign-in page leads nowhere else. */
export const hasChosenSignIn = signal(false);

/** For good. @throws {CallError} */
export async function dismissFirstSteps(): Promise<void> {
  await mutate('DELETE /api/first-steps', {}, { invalidates: ['GET /api/first-steps'] });
  toast({
    title: 'Primeiros passos deixados para depois',
    description: 'Nome da clínica, contato e códigos estão em Configurações; a sua senha, em Minha conta.',
  });
}
