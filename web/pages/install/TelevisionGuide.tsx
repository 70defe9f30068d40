import { Globe, MoonStar, Power, Tv, Volume2 } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { CommandBlock } from './CommandBlock.tsx';
import { PairingStep, Step, Steps, TextStep } from './Steps.tsx';

/** Shows the steps for the browser of a smart TV, which needs no other device, but has to be opened every day. */
export function TelevisionGuide({ server }: { server: string }) {
  return (
    <Steps>
      <TextStep title="Veja se a TV serve" icon={<Tv />}>
        Samsung de 2019 ou mais nova (Tizen 5), LG de 2020 ou mais nova (webOS 5). Em uma <strong>Google TV</strong> ou{' '}
        <strong>Android TV</strong>, siga o guia TV Box Android: com o navegador de quiosque ela liga sozinha.
      </TextStep>
      <Step title="Abra o navegador da TV" icon={<Globe />}>
        <p>
          No aplicativo <strong>Internet</strong> (Samsung) ou <strong>Navegador da Web</strong> (LG), digite:
        </p>
        <CommandBlock label="endereço" text={`${server}${paths.play}`} />
        <p>
          Salve como <strong>página inicial</strong> e nos favoritos, e escolha tela cheia. Não use a navegação privada.
        </p>
      </Step>
      <PairingStep />
      <TextStep title="Libere o som" icon={<Volume2 />}>
        O navegador da TV só toca com som depois de uma tecla: aperte <strong>OK</strong> uma vez quando o canal
        começar. Em Minhas Telas, o aviso “Som bloqueado” mostra quando falta.
      </TextStep>
      <TextStep title="Não deixe dormir" icon={<MoonStar />}>
        No menu da TV, desligue: <strong>economia de energia</strong>, <strong>desligamento automático</strong> (costuma
        ser em 4 horas), <strong>protetor de tela</strong> e <strong>modo ambiente</strong>.
      </TextStep>
      <TextStep title="De manhã, abra de novo" icon={<Power />}>
        Ao ligar, a TV não abre o navegador sozinha: alguém escolhe o aplicativo, e o canal volta sem pedir o código.
        Para uma tela que se cuida sozinha, use uma TV Box.
      </TextStep>
    </Steps>
  );
}
