import { Play, Square } from 'lucide-react';
import type { CallSettings, CallVoice } from '../../../../../src/contract/calls.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { paths } from '../../../../navigation/paths.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { ChoiceList } from '../../../../ui/form/choice/ChoiceList.tsx';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';
import { useSaveSettings } from '../save-settings.ts';
import { usePlayback } from '../../../../ui/hooks/use-playback.ts';

const engines: Record<CallVoice['id'], { name: string; description: string; licence: string }> = {
  rhvoice: {
    name: 'RHVoice',
    description: 'voz feminina brasileira, clara',
    licence: 'programa LGPL 2.1 ou mais nova; voz Letícia-F123 CC BY-SA 4.0',
  },
  piper: {
    name: 'Piper',
    description: 'a mais natural; pede um servidor rápido',
    licence: 'programa MIT ou GPL 3, conforme a versão; a do modelo está na ficha dele (MODEL_CARD)',
  },
  espeak: { name: 'espeak-ng', description: 'voz de robô, em qualquer servidor', licence: 'GPL 3 ou mais nova' },
};

/** Shows the choice of the speech engine, and plays a sample of each engine that the server has. */
export function EngineChoice({ settings }: { settings: CallSettings }) {
  const voices = useResource('GET /api/call-voices');
  return (
    <Loaded resource={voices} skeleton={<Skeleton height="14rem" />}>
      {(list) => <Choice list={list} settings={settings} />}
    </Loaded>
  );
}

function Choice({ list, settings }: { list: readonly CallVoice[]; settings: CallSettings }) {
  const [save] = useSaveSettings();
  const { playing, failed, toggle } = usePlayback();
  const best = list.find(({ voice }) => voice !== null);
  const failing = list.find(({ sampleUrl }) => sampleUrl !== null && sampleUrl === failed);
  const titleOf = ({ id, voice }: CallVoice) => (voice ? `${engines[id].name}, ${voice}` : engines[id].name);
  return (
    <>
      <ChoiceList
        label="Voz do servidor"
        value={settings.engine}
        onChange={(engine) => void save({ engine })}
        options={[
          {
            value: 'auto' as const,
            label: 'A melhor do servidor',
            hint: best ? `Agora: ${titleOf(best)}.` : 'Este servidor ainda não tem nenhuma.',
          },
          ...list.map((each) => ({
            value: each.id,
            label: titleOf(each),
            disabled: each.voice === null && settings.engine !== each.id,
            hint: (
              <>
                {each.voice === null ? (
                  <>
                    Não está neste servidor. <a href={`${paths.install}#voz`}>Como instalar</a>.
                  </>
                ) : (
                  `${engines[each.id].description}.`.replace(/^./, (first) => first.toUpperCase())
                )}{' '}
                Licença: {engines[each.id].licence}.
              </>
            ),
          })),
        ]}
      />
      <Row gap={1} align="center" wrap>
        <Text muted size="sm" canShrink>
          {best ? 'Ouvir uma amostra:' : ''}
        </Text>
        {list.map(
          ({ id, sampleUrl }) =>
            sampleUrl && (
              <Row as="span" gap={1} align="center" key={id}>
                <IconButton
                  label={`${playing === sampleUrl ? 'Parar' : 'Ouvir'} a amostra de ${engines[id].name}`}
                  icon={playing === sampleUrl ? <Square /> : <Play />}
                  onClick={() => toggle(sampleUrl)}
                />
                <Text size="sm">{engines[id].name}</Text>
              </Row>
            ),
        )}
      </Row>
      {failing && (
        <Callout tone="danger" role="alert" compact>
          {engines[failing.id].name} não falou a amostra. Enquanto falhar, as chamadas usam a próxima voz da lista. O
          registro do servidor diz por quê.
        </Callout>
      )}
    </>
  );
}
