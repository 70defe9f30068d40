import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { CopyButton } from '../../../ui/action/CopyButton.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { plural } from '../../../ui/text/format.ts';
import { Input } from '../../../ui/form/Input.tsx';
import styles from './CodesDialog.module.css';
import { CodeSheet } from './CodeSheet.tsx';
import {
  activationAddress,
  addressForTvs,
  isThisComputerOnly,
  playerAddress,
  parseServerAddress,
} from '../../../components/screens/player-address.ts';
import { QrCode } from '../../../components/screens/QrCode.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows activation codes of screens with QR codes to scan, and prints them as a sheet. */
export function CodesDialog({ screens, onClose }: { screens: readonly AdminPlayer[]; onClose: () => void }) {
  const { addresses = [] } = useResource('GET /api/installation').data ?? {};
  const [typedAddress, setTypedAddress] = useState<string>();
  const shownAddress = typedAddress ?? addressForTvs(addresses, location.origin);
  const otherAddresses = addresses.filter((each) => each !== shownAddress);
  const validAddress = parseServerAddress(shownAddress);
  const isUnreachable = validAddress !== undefined && isThisComputerOnly(validAddress);
  const address = validAddress ?? location.origin;
  return (
    <Dialog
      open
      size="lg"
      title={screens.length === 1 ? 'Código de ativação' : 'Códigos de ativação'}
      description={`${plural(screens.length, 'tela', 'telas')} de ${screens[0]?.owner.username ?? ''}. No aparelho da TV, abra ${playerAddress(address)} e digite o código. Se ele tiver câmera, leia o QR code.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button
            variant="primary"
            autoFocus
            icon={<Printer aria-hidden="true" />}
            disabled={validAddress === undefined}
            onClick={() => window.print()}
          >
            Imprimir folha
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Input
          label="Endereço deste servidor na rede"
          hint="O endereço que as TVs usam para chegar a este servidor"
          error={validAddress === undefined ? 'Informe um endereço como http://192.168.0.10:8080' : undefined}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={shownAddress}
          onChange={setTypedAddress}
        />
        {otherAddresses.length > 0 && (
          <Row gap={2} wrap role="group" aria-label="Outros endereços deste servidor">
            {otherAddresses.map((each) => (
              <Button key={each} size="sm" onClick={() => setTypedAddress(each)}>
                {each}
              </Button>
            ))}
          </Row>
        )}
        {isUnreachable && (
          <Callout tone="warning" role="alert" title="As TVs não alcançam este endereço.">
            Ele só vale neste computador. Troque pelo endereço do servidor na rede local, como http://192.168.0.10:8080.
          </Callout>
        )}
        <Grid as="ul" min="18rem" fit gap={3}>
          {screens.map(({ id, name, screenId, activationCode }) => (
            <Row as="li" gap={4} align="center" key={id} className={styles.screen}>
              <div className={styles.qr}>
                <QrCode text={activationAddress(address, activationCode)} label={`QR code de ${name}`} />
              </div>
              <Text as="div" breakable canShrink>
                <h3>{name}</h3>
                <Text as="p" muted size="sm">
                  Canal ID: {screenId}
                </Text>
                <Row as="p" gap={1} align="center" size="md" className={styles.code}>
                  {activationCode}
                  <CopyButton size="sm" label={`Copiar código de ${name}`} text={activationCode} />
                </Row>
              </Text>
            </Row>
          ))}
        </Grid>
      </Stack>
      <CodeSheet screens={screens} server={address} />
    </Dialog>
  );
}
