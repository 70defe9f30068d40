import { MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import type { CallSettings } from '../../../../src/contract/calls.ts';
import { paths } from '../../../navigation/paths.ts';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { useSaveSettings } from './save-settings.ts';
import { Stack } from '../../../ui/layout/primitives.tsx';

const usualSeconds = [5, 8, 12, 15, 20, 30];
/** Returns the durations to choose from. Includes the current value, which an API client may have set. */
const secondsChoices = (chosen: number) => [...new Set([...usualSeconds, chosen])].sort((a, b) => a - b);

export function TvCard({ settings }: { settings: CallSettings }) {
  const [save] = useSaveSettings();
  const hasRecordings = useResource('GET /api/call-recordings').data?.some(({ url }) => url !== null) ?? false;
  const hasVoice = settings.canSpeak || hasRecordings;
  const rooms = useResource('GET /api/call-rooms').data ?? [];
  const [chosenId, setChosenId] = useState<number>();
  const room = rooms.find(({ id }) => id === chosenId) ?? rooms[0];
  const [test, testing] = useAction('Erro ao testar', async () => {
    if (!room) return;
    const { targets } = await mutate('POST /api/calls', { body: { label: '42', roomId: room.id, isTest: true } });
    const hasNoTarget = targets.online + targets.offline.length === 0;
    toast({
      title: hasNoTarget ? 'Nenhuma TV mostra este local' : `Teste enviado às TVs de ${room.name}`,
      description: hasNoTarget
        ? `Escolha em Locais em que TVs ${room.name} aparece.`
        : 'A TV mostra "Teste 42". Em Chamar aparece se ela mostrou e tocou.',
    });
  });
  return (
    <Card
      title="Na TV"
      actions={
        <>
          {rooms.length > 1 && (
            <Select
              hideLabel
              label="Local do teste"
              value={String(room?.id ?? '')}
              onChange={(id) => setChosenId(Number(id))}
              options={rooms.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <Button icon={<MonitorPlay />} pending={testing} disabled={!room} onClick={() => void test()}>
            Testar na TV
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <Segmented
          showLabel
          label="Tamanho"
          value={settings.layout}
          onChange={(layout) => void save({ layout })}
          options={[
            { value: 'lowerThird', label: 'Terço inferior' },
            { value: 'fullScreen', label: 'Tela cheia' },
          ]}
        />
        <Segmented
          showLabel
          label="Fica na tela"
          value={String(settings.seconds)}
          onChange={(seconds) => void save({ seconds: Number(seconds) })}
          options={secondsChoices(settings.seconds).map((value) => ({
            value: String(value),
            label: `${value} s`,
          }))}
        />
        <Segmented
          showLabel
          label="Quantas vezes toca e fala"
          value={String(settings.repetitions)}
          onChange={(times) => void save({ repetitions: Number(times) })}
          options={['1', '2', '3'].map((value) => ({ value, label: `${value}×` }))}
        />
        <Switch
          label="Toque de atenção"
          hint="Dois sinos suaves antes de cada chamada. O som dos vídeos e da rádio baixa enquanto isso."
          checked={settings.chime}
          onChange={(chime) => void save({ chime })}
        />
        <Switch
          label="Falar a senha e o local"
          hint={hasVoice ? '“Senha pê, quarenta e dois. Consultório três.”' : undefined}
          checked={settings.voice && hasVoice}
          disabled={!hasVoice}
          onChange={(voice) => void save({ voice })}
        />
        {settings.voice && hasVoice && (
          <Switch
            label="Falar o número algarismo por algarismo"
            hint="“Senha pê, zero quatro dois.”"
            checked={settings.isDigitByDigit}
            onChange={(isDigitByDigit) => void save({ isDigitByDigit })}
          />
        )}
        {!settings.canSpeak && (
          <Callout tone="info" compact title="Este servidor ainda não sabe falar">
            <p>
              Falta um programa de voz. Quem cuida do servidor segue <a href={`${paths.install}#voz`}>estes passos</a> e
              reinicia o Antessala. Até lá a TV toca o sinal e mostra a chamada, e só fala o que estiver todo gravado em
              Voz.
            </p>
          </Callout>
        )}
      </Stack>
    </Card>
  );
}
