import { confirm } from '../../../../state/confirm.ts';

/** True if others could read what this page downloads. Not on the machine itself, where nothing leaves it. */
export function travelsUnprotected({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isThisMachine = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isThisMachine;
}

/** Asks first: a backup is everything there is to know of the server. */
export async function downloadUnprotected(href: string): Promise<void> {
  const isWanted = await confirm({
    title: 'Baixar sem https?',
    text:
      'A cópia atravessa a rede sem proteção: quem estiver no caminho pode ler tudo o que ela contém, também códigos ' +
      'e senhas salvas. Abra esta página por https (ANTESSALA_TLS=local no servidor) ou copie o backup da pasta no ' +
      'servidor.',
    action: 'Baixar mesmo assim',
  });
  if (!isWanted) return;
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
