import { hasCapability, hasFeature } from '../../state/session.ts';

/**
 * Returns which features the home page, the navigation bar and the search offer: those of the account that the person may at least
 * read (contract/README 1.8, 1.19). For components with `useSignals()`.
 */
export function offeredFeatures() {
  const manages = hasFeature('canAccessManagement');
  const [writesMessages, choosesRadio] = [hasFeature('canAccessBreakingNews'), hasFeature('canAccessRadio')];
  return {
    manages,
    writesMessages,
    choosesRadio,
    calls: (manages || writesMessages || choosesRadio) && hasCapability('calls:read'),
    programme: manages && hasCapability('programme:read'),
  };
}
