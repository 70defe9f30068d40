import { confirm } from '../../../../state/confirm.ts';

/** True if a download is not encrypted: over http, except on the server itself. */
export function isUnprotectedDownload({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isThisMachine = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isThisMachine;
}

/** Downloads a backup over http after a confirmation, because it contains the server's secrets. */
export async function confirmAndDownload(href: string): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Baixar sem https?',
    text:
      'A cópia atravessa a rede sem proteção: quem estiver no caminho pode ler tudo o que ela contém, também códigos ' +
      'e senhas salvas. Abra esta página por https (ANTESSALA_TLS=local no servidor) ou copie o backup da pasta no ' +
      'servidor.',
    action: 'Baixar mesmo assim',
  });
  if (!isConfirmed) return;
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
