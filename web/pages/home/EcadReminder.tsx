import { ecadReminder } from '../../components/radio/ecad-text.ts';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Text } from '../../ui/layout/primitives.tsx';

/** Reminds people who may change the radio that the contract with ECAD (fees for music) ends soon (contract/README 7.4). */
export function EcadReminder() {
  const settings = useResource('GET /api/radio-settings');
  const reminder = ecadReminder(settings.data?.ecad.endsOn ?? null, useNow(60_000));
  if (!reminder) return null;
  return (
    <Text as="div" marginBottom={5}>
      <Callout
        tone="warning"
        role="status"
        actions={
          <ButtonLink size="sm" href={paths.radio}>
            Abrir Som Ambiente
          </ButtonLink>
        }
      >
        {reminder}
      </Callout>
    </Text>
  );
}
