import { RotateCw } from 'lucide-react';
import { messageOf } from '../../../api/client.ts';
import { useAction } from '../../../state/form/use-action.ts';
import type { Resource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';

/** Shows that rows could not be counted, with a button that counts again. `what`: 'as telas'. */
export function CountError({
  counts,
  what,
}: {
  counts: readonly Pick<Resource<unknown>, 'data' | 'error' | 'refetch'>[];
  what: string;
}) {
  const failed = counts.filter(({ data, error }) => data === undefined && error);
  const [retry, isTrying] = useAction('Erro ao contar', () => Promise.all(failed.map(({ refetch }) => refetch())));
  if (failed.length === 0) return null;
  return (
    <Text as="div" marginBottom={4}>
      <Callout
        compact
        tone="warning"
        role="alert"
        title={`Não foi possível contar ${what}`}
        actions={
          <Button size="sm" icon={<RotateCw />} pending={isTrying} onClick={() => void retry()}>
            Tentar novamente
          </Button>
        }
      >
        {messageOf(failed[0]?.error)}
      </Callout>
    </Text>
  );
}
