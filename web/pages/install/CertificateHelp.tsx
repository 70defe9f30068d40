import { Download, ShieldCheck } from 'lucide-react';
import { ButtonLink } from '../../ui/action/Button.tsx';
import styles from './CertificateHelp.module.css';
import { CommandBlock } from './CommandBlock.tsx';
import type { DeviceKind } from './devices.ts';

interface CertificateHelpProps {
  kind: DeviceKind;
  certificatePath: string;
  secureAddress: string;
}

/** Explains how to make a device trust the server's own certificate authority. */
export function CertificateHelp({ kind, certificatePath, secureAddress }: CertificateHelpProps) {
  return (
    <section className={styles.panel} aria-labelledby="certificado">
      <div className={styles.icon} aria-hidden="true">
        <ShieldCheck size="1.375rem" />
      </div>
      <div className={styles.words}>
        <h2 id="certificado">Certificado deste servidor</h2>
        <p>
          Só é preciso para abrir <strong>{secureAddress}</strong> sem o aviso de segurança. Baixe uma vez em cada
          aparelho e instale como <strong>autoridade de certificação</strong>.
        </p>
        <Instructions kind={kind} fileName={certificatePath.split('/').pop() ?? certificatePath} />
        <p className={styles.small}>
          No iPhone e iPad: instale em <strong>Ajustes → Perfil Baixado</strong> e confie em{' '}
          <strong>Geral → Sobre → Certificados Confiáveis</strong>.
        </p>
        <div className={styles.download}>
          <ButtonLink href={certificatePath} download icon={<Download />}>
            Baixar o certificado
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function Instructions({ kind, fileName }: { kind: DeviceKind; fileName: string }) {
  switch (kind) {
    case 'android':
      return (
        <p>
          No Android:{' '}
          <strong>
            Configurações → Segurança → Criptografia e credenciais → Instalar um certificado → Certificado CA
          </strong>
          . O Fully usa ainda <strong>Advanced Web Settings → Ignore SSL Errors</strong>.
        </p>
      );
    case 'raspberry':
      return (
        <>
          <p>No Raspberry Pi, com o arquivo na pasta Downloads:</p>
          <CommandBlock
            label="instalar o certificado"
            text={[
              'sudo apt install -y libnss3-tools && mkdir -p ~/.pki/nssdb',
              'certutil -d sql:$HOME/.pki/nssdb -L >/dev/null 2>&1 || certutil -d sql:$HOME/.pki/nssdb -N --empty-password',
              `certutil -d sql:$HOME/.pki/nssdb -A -t "C,," -n Antessala -i ~/Downloads/${fileName}`,
            ].join('\n')}
          />
        </>
      );
    case 'windows':
      return (
        <>
          <p>No Windows, no Prompt de Comando como administrador, na pasta do arquivo:</p>
          <CommandBlock label="instalar o certificado" text={`certutil -addstore -f Root ${fileName}`} />
        </>
      );
    case 'tv':
      return <p>Navegadores de TV não instalam certificados: na TV, use o endereço que começa com http://.</p>;
  }
}
