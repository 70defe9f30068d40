import { Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { CodeName, Codes } from '../../../../../src/contract/settings.ts';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CopyButton } from '../../../../ui/action/CopyButton.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import styles from './CodesCard.module.css';
import { codeNames, codeTexts } from './codes.ts';
import lists from '../Rows.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Lists the five codes (`codeTexts`), initially hidden, with buttons that reveal, copy and change them. */
export function CodesCard() {
  const settings = useResource('GET /api/admin/settings');
  const [changing, setChanging] = useState<CodeName>();
  const codes = settings.data?.codes;

  return (
    <Card title="Códigos">
      {settings.error && !codes ? (
        <LoadError error={settings.error} onRetry={settings.refetch} />
      ) : (
        <ul className={lists.rows}>
          {codeNames.map((name) => (
            <CodeRow key={name} name={name} codes={codes} onChange={() => setChanging(name)} />
          ))}
        </ul>
      )}
      {changing && codes && <CodeDialog name={changing} codes={codes} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function CodeRow({ name, codes, onChange }: { name: CodeName; codes: Codes | undefined; onChange: () => void }) {
  const [isShown, setShown] = useState(false);
  const { label, purpose } = codeTexts[name];
  const code = codes?.[name];
  return (
    <Row as="li" gap={4} rowGap={1} align="center" wrap between className={styles.row}>
      <div className={styles.text}>
        <h3>{label}</h3>
        <Text as="p" muted size="sm">
          {purpose}
        </Text>
      </div>
      <Row gap={1} align="center" className={styles.value}>
        {code === undefined ? (
          <Skeleton width="7rem" height="1.25rem" />
        ) : (
          <>
            <code className={styles.code}>{isShown ? code : <span aria-label="oculto">••••••••</span>}</code>
            <IconButton
              size="sm"
              label={`${isShown ? 'Ocultar' : 'Mostrar'}: ${label}`}
              aria-pressed={isShown}
              icon={isShown ? <EyeOff /> : <Eye />}
              onClick={() => setShown(!isShown)}
            />
            <CopyButton size="sm" label={`Copiar: ${label}`} text={code} />
            <IconButton size="sm" label={`Mudar: ${label}`} icon={<Pencil />} onClick={onChange} />
          </>
        )}
      </Row>
    </Row>
  );
}
