import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useServerHost } from '../../components/screens/use-server-address.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { normalizeCode } from './pair-choices.ts';
import styles from './Pair.module.css';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

export function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const host = useServerHost();
  return (
    <div className={styles.narrow}>
      <Card>
        <Stack
          as="form"
          gap={4}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.length === 6) onCode(typed);
            else setError('O código da TV tem 6 letras e números.');
          }}
        >
          <Text as="p" muted>
            Ligue a TV e abra <strong>{host}/play</strong> nela. Ela mostra um código de 6 letras e números.
          </Text>
          <Input
            label="Código da TV"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="Ex.: K7M2QX"
            value={typed}
            error={error}
            onChange={(text) => {
              setTyped(normalizeCode(text));
              setError(undefined);
            }}
          />
          <Button type="submit" variant="primary" icon={<ArrowRight />}>
            Continuar
          </Button>
        </Stack>
      </Card>
    </div>
  );
}
