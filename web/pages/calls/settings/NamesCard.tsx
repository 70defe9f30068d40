import type { CallSettings, NamePolicy } from '../../../../src/contract/calls.ts';
import { confirm } from '../../../state/confirm.ts';
import { hasCapability } from '../../../state/session.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { namePolicies } from './name-policies.ts';
import { useSaveNamePolicy } from './save-settings.ts';
import styles from './SettingsTab.module.css';
import { Text } from '../../../ui/layout/primitives.tsx';

/** Shows the choice of the name policy: how TVs show patients' names. Full names need a confirmation. */
export function NamesCard({ settings }: { settings: CallSettings }) {
  const [save] = useSaveNamePolicy();
  const isOwner = hasCapability('account');

  async function choose(namePolicy: NamePolicy): Promise<void> {
    if (namePolicy !== 'full') return void save(namePolicy);
    const isSure = await confirm({
      title: 'Mostrar nomes completos?',
      text: 'O nome de quem está na clínica é dado pessoal sensível (LGPD). Todos na sala vão ler e ouvir o nome inteiro. Confirme só se os pacientes consentem; a escolha fica registrada.',
      action: 'Mostrar nomes completos',
    });
    if (isSure) await save(namePolicy);
  }

  return (
    <Card title="Nomes dos pacientes">
      <p className={styles.text}>
        Senhas aparecem sempre. Quando alguém digita um nome, isto decide o que dele vai para a TV; o resto é descartado
        antes de ser guardado.{!isOwner && ' Só o proprietário da conta muda esta escolha.'}
      </p>
      <ChoiceList
        hideLabel
        label="O que aparece de um nome"
        value={settings.namePolicy}
        onChange={(policy) => void choose(policy)}
        options={namePolicies.map(({ value, label, example, hint }) => ({
          value,
          label: (
            <>
              {label}: <Text weight="bold">{example}</Text>
            </>
          ),
          hint,
          disabled: !isOwner,
        }))}
      />
    </Card>
  );
}
