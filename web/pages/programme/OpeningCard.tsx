import { useState } from 'react';
import { windowInWords } from '../../../src/contract/programme/texts.ts';
import { WindowsDialog } from '../../components/programme/WindowsDialog.tsx';
import { darkName } from '../../components/screens/plays-now.ts';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Text } from '../../ui/layout/primitives.tsx';

const outsideNames = { dark: darkName, base: 'A playlist enviada para cada tela' };
type Outside = keyof typeof outsideNames;

/** Shows the clinic's opening hours and what plays while it is closed, with a button that changes both. */
export function OpeningCard({ mayChange }: { mayChange: boolean }) {
  const { data } = useResource('GET /api/opening-hours');
  /** What the dialog shows as played outside the opening hours; undefined while the dialog is closed. */
  const [outside, setOutside] = useState<Outside>();
  if (!data) return null;
  return (
    <Card padding="sm" title="Horário da clínica">
      {data.windows.map((window) => (
        <Text as="p" size="sm" key={windowInWords(window)}>
          {windowInWords(window)}
        </Text>
      ))}
      <Text as="p" muted size="sm" marginBottom={2}>
        {data.windows.length > 0
          ? `Fora dele: ${outsideNames[data.outside]}, um minuto depois de fechar. Vale em todas as telas.`
          : 'Não informado: a programação vale a qualquer hora.'}
      </Text>
      {mayChange && (
        <Button size="sm" onClick={() => setOutside(data.outside)}>
          {data.windows.length > 0 ? 'Mudar horário' : 'Informar horário'}
        </Button>
      )}
      {outside && (
        <WindowsDialog
          title="Horário da clínica"
          description="Vale em todas as telas. Dentro dele segue a programação."
          windows={data.windows}
          emptyText="Sem horário, a programação vale a qualquer hora."
          onSave={async (windows) => {
            await mutate('PUT /api/opening-hours', { body: { windows, outside } });
            toast({ title: 'Horário da clínica salvo', description: 'Já está valendo.' });
          }}
          onClose={() => setOutside(undefined)}
        >
          <Select
            label="Fora do horário"
            value={outside}
            onChange={setOutside}
            options={Object.entries(outsideNames).map(([value, label]) => ({ value: value as Outside, label }))}
          />
        </WindowsDialog>
      )}
    </Card>
  );
}
