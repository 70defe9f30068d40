import { useSignals } from '@preact/signals-react/runtime';
import { Eye } from 'lucide-react';
import { type Capability, roleNames } from '../../../../src/contract/accounts/capabilities.ts';
import { hasCapability, user } from '../../../state/session.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';

/** Tells a member whose role lacks the capability `needs` that the page is read-only, and names the role. */
export function RoleNote({ needs }: { needs: Capability }) {
  useSignals();
  const member = user.value?.member;
  if (!member || hasCapability(needs)) return null;
  return (
    <Text as="div" marginBottom={4}>
      <Callout tone="info" icon={<Eye />} compact>
        Você pode ver, mas não mudar: seu papel na equipe é {roleNames[member.role]}.
      </Callout>
    </Text>
  );
}
