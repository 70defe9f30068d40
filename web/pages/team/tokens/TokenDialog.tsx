import type { NewApiToken } from '../../../../src/contract/accounts/team.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { CopyField } from '../CopyField.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows a new token. The server cannot show the token again. */
export function TokenDialog({ token, onClose }: { token: NewApiToken; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Token criado"
      description={token.name}
      footer={
        <Button variant="primary" onClick={onClose}>
          Já copiei
        </Button>
      }
    >
      <Stack gap={4}>
        <Callout tone="warning" compact>
          Copie agora: depois de fechar, o token não aparece mais em lugar nenhum.
        </Callout>
        <CopyField label="Token" copyLabel="Copiar token" text={token.token} />
        <Text as="p" muted size="sm">
          O programa o envia em cada chamada: Authorization: Bearer {token.token.slice(0, 8)}...
        </Text>
      </Stack>
    </Dialog>
  );
}
