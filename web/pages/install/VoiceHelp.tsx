import { AudioLines } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styles from './CertificateHelp.module.css';
import { CommandBlock } from './CommandBlock.tsx';

const rhvoiceCommands = [
  '. /etc/os-release',
  'echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] https://deb.debian.org/debian $VERSION_CODENAME non-free" | sudo tee /etc/apt/sources.list.d/rhvoice.list',
  'sudo apt update && sudo apt install -y rhvoice rhvoice-brazilian-portuguese',
].join('\n');

/** Explains how the server gets a better voice for calls. The settings of calls link to it (`#voz`). */
export function VoiceHelp() {
  const section = useRef<HTMLElement>(null);
  // The browser scrolls to the hash before the page is rendered.
  useEffect(() => {
    if (location.hash === '#voz') section.current?.scrollIntoView();
  }, []);
  return (
    <section id="voz" ref={section} className={styles.panel} aria-labelledby="voz-titulo">
      <div className={styles.icon} aria-hidden="true">
        <AudioLines size="1.375rem" />
      </div>
      <div className={styles.words}>
        <h2 id="voz-titulo">Voz que chama os pacientes</h2>
        <p>
          É instalada <strong>no servidor</strong>, não nas telas, por quem cuida dele. A recomendada é a{' '}
          <strong>Letícia-F123</strong>, do RHVoice (voz CC BY-SA 4.0). No Debian:
        </p>
        <CommandBlock label="instalar a voz Letícia-F123" text={rhvoiceCommands} />
        <p>
          No Ubuntu bastam o repositório <strong>multiverse</strong> e a última parte da última linha. Mais natural, e
          mais pesado: <strong>Piper</strong>, com um modelo em português do Brasil indicado em <code>PIPER_MODEL</code>
          . O mais simples, com voz de robô, cabe em qualquer servidor:
        </p>
        <CommandBlock label="instalar o espeak-ng" text="sudo apt install -y espeak-ng" />
        <p className={styles.small}>
          Depois reinicie o Antessala e escolha a voz em <strong>Chamada → Ajustes → Voz</strong>, onde se ouve cada
          uma.
        </p>
      </div>
    </section>
  );
}
