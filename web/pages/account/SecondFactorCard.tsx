import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { RecoveryCodes } from '../../components/second-factor/RecoveryCodes.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { emailOf, user } from '../../state/session.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatDate, plural } from '../../ui/text/format.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './Account.module.css';
import { EnableDialog } from './EnableDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Number of remaining recovery codes at which the card recommends new codes. */
const fewCodes = 3;

/** Shows whether the second factor is on, with buttons to change it (contract/README 1.18). */
export function SecondFactorCard() {
  useSignals();
  const secondFactor = useResource('GET /api/user/second-factor');
  const [dialog, setDialog] = useState<'on' | 'off' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  return (
    <Card title="Verificação em duas etapas">
      <p className={styles.use}>
        Depois da senha, a entrada pede um código do seu celular. Quem descobre a senha não entra.
      </p>
      <Loaded resource={secondFactor} skeleton={<Skeleton height="4rem" radius="var(--radius)" />}>
        {({ isOn, since, recoveryCodesLeft, isRequired }) =>
          isOn ? (
            <>
              <Text as="p" size="sm">
                <Badge tone="success">Ligada</Badge> {since !== null && `desde ${formatDate(since)}`} ·{' '}
                {recoveryCodesLeft === 1 ? 'resta' : 'restam'}{' '}
                {plural(recoveryCodesLeft, 'código de recuperação', 'códigos de recuperação')}
              </Text>
              {recoveryCodesLeft <= fewCodes && (
                <Callout tone="warning" compact>
                  Gere novos códigos de recuperação antes que acabem.
                </Callout>
              )}
              <Row gap={2} wrap className={styles.buttons}>
                <Button icon={<KeyRound aria-hidden="true" />} onClick={() => setDialog('renew')}>
                  Novos códigos de recuperação
                </Button>
                {!isRequired && (
                  <Button icon={<ShieldOff aria-hidden="true" />} onClick={() => setDialog('off')}>
                    Desligar
                  </Button>
                )}
              </Row>
              {isRequired && (
                <Text as="p" muted size="sm" className={styles.after}>
                  O administrador exige a verificação nesta conta.
                </Text>
              )}
            </>
          ) : (
            <Button icon={<ShieldCheck aria-hidden="true" />} onClick={() => setDialog('on')}>
              Ligar
            </Button>
          )
        }
      </Loaded>
      {dialog === 'on' && <EnableDialog onClose={close} onSaved={setCodes} />}
      {(dialog === 'off' || dialog === 'renew') && (
        <ProofDialog turnsOff={dialog === 'off'} onClose={close} onSaved={setCodes} />
      )}
      {codes && (
        <Dialog
          open
          title="Guarde os códigos de recuperação"
          onClose={() => setCodes(undefined)}
          footer={
            <Button variant="primary" onClick={() => setCodes(undefined)}>
              Guardei os códigos
            </Button>
          }
        >
          <RecoveryCodes codes={codes} email={user.value ? emailOf(user.value) : ''} />
        </Dialog>
      )}
    </Card>
  );
}
