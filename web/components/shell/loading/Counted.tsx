import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';

/** Shows a text with numbers of a list; after an error, a button that counts again. `what`: 'as telas'. */
export function Counted({
  counts,
  what,
  children,
}: {
  counts: readonly Pick<Resource<unknown>, 'data' | 'error' | 'refetch'>[];
  what: string;
  children: ReactNode;
}) {
  const failed = counts.filter(({ data, error }) => data === undefined && error);
  const [retry, isTrying] = useAction('Erro ao contar', () => Promise.all(failed.map(({ refetch }) => refetch())));
  if (failed.length === 0) return children;
  return (
    <>
      {`Não foi possível contar ${what} `}
      <Button size="sm" variant="ghost" icon={<RotateCw />} pending={isTrying} onClick={() => void retry()}>
        Tentar novamente
      </Button>
    </>
  );
}
