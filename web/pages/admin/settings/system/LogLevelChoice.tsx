import type { Settings } from '../../../../../src/contract/settings.ts';
import { change, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Select } from '../../../../ui/form/Select.tsx';
import { changeSettings } from '../change-settings.ts';

type Level = Settings['logLevel'];

const levels: readonly { value: Level; label: string }[] = [
  { value: 'debug', label: 'Tudo (depuração)' },
  { value: 'info', label: 'Normal' },
  { value: 'warn', label: 'Avisos e erros' },
  { value: 'error', label: 'Só erros' },
  { value: 'silent', label: 'Nada' },
];

/** Changes the log level until the server's next start. */
export function LogLevelChoice() {
  const level = useResource('GET /api/admin/settings').data?.logLevel;

  const [choose] = useAction('Erro ao mudar o log', async (logLevel: Level) => {
    const optimistic = [change('GET /api/admin/settings', (settings) => ({ ...settings, logLevel }))];
    await changeSettings({ logLevel }, { optimistic });
    toast({ title: 'Detalhe do log atualizado', description: levels.find(({ value }) => value === logLevel)?.label });
  });

  return (
    <Select
      label="Detalhe do log"
      hint="Vale até o próximo início do servidor"
      disabled={!level}
      value={level ?? ''}
      placeholder="Carregando..."
      options={levels}
      onChange={(next) => void choose(next)}
    />
  );
}
