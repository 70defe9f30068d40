import { HardDriveDownload, MoonStar, Power, Smile, Volume2 } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { CommandBlock } from './CommandBlock.tsx';
import { PairingStep, FinalStep, Step, Steps, TextStep } from './Steps.tsx';

/** Shows the steps for Raspberry Pi OS with its desktop (labwc) and Chromium. */
export function RaspberryGuide({ server }: { server: string }) {
  const autostartCommands = [
    'mkdir -p ~/.config/labwc',
    "cat >> ~/.config/labwc/autostart <<'FIM'",
    `chromium --kiosk --noerrdialogs --no-first-run --hide-crash-restore-bubble --password-store=basic --autoplay-policy=no-user-gesture-required ${server}${paths.play} &`,
    'FIM',
  ].join('\n');
  return (
    <Steps>
      <TextStep title="Grave o sistema" icon={<HardDriveDownload />}>
        Com o <strong>Raspberry Pi Imager</strong>, grave <strong>Raspberry Pi OS com desktop (64 bits)</strong>. Nas
        opções, informe o Wi-Fi e o usuário. Raspberry Pi 4 ou 5, com fonte original e, se puder, cabo de rede.
      </TextStep>
      <Step title="Faça ligar sozinho, em tela cheia" icon={<Power />}>
        <p>No terminal, entre no desktop sem senha e abra o canal ao ligar:</p>
        <CommandBlock label="entrar sem senha" text="sudo raspi-config nonint do_boot_behaviour B4" />
        <CommandBlock label="abrir o canal ao ligar" text={autostartCommands} />
        <p>
          Em sistemas anteriores a 2024 o arquivo é <code>~/.config/lxsession/LXDE-pi/autostart</code> e o programa,{' '}
          <code>chromium-browser</code>, com <code>@</code> na frente e sem o <code>&amp;</code>.
        </p>
      </Step>
      <Step title="Não deixe dormir" icon={<MoonStar />}>
        <p>Desligue o escurecimento da tela:</p>
        <CommandBlock label="não escurecer a tela" text="sudo raspi-config nonint do_blanking 1" />
        <p>Desligue também a economia de energia e o desligamento automático da TV.</p>
      </Step>
      <Step title="Instale os emojis" icon={<Smile />}>
        <p>
          Sem a fonte de emojis, as mensagens mostram quadrados vazios no lugar deles. Vale para qualquer aparelho com
          Linux (Debian, Ubuntu, Raspberry Pi OS):
        </p>
        <CommandBlock label="instalar os emojis" text="sudo apt install -y fonts-noto-color-emoji" />
      </Step>
      <TextStep title="Escolha a saída de som" icon={<Volume2 />}>
        O comando acima já libera o som (<code>--autoplay-policy=no-user-gesture-required</code>). Clique com o botão
        direito no alto-falante da barra e escolha <strong>HDMI</strong>. Depois reinicie com <code>sudo reboot</code>.
      </TextStep>
      <PairingStep />
      <FinalStep />
    </Steps>
  );
}
