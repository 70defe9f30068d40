import { useSignals } from '@preact/signals-react/runtime';
import { Cpu, Monitor, Printer, Smartphone, Tv } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { TopBar } from '../../components/shell/layout/TopBar.tsx';
import { usePageHeading } from '../../components/shell/layout/use-page-heading.ts';
import { paths } from '../../navigation/paths.ts';
import { navigate, currentLocation } from '../../navigation/router.ts';
import { useResource } from '../../state/resources/resource.ts';
import { user } from '../../state/session.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { AddressPanel } from './AddressPanel.tsx';
import { AndroidGuide } from './AndroidGuide.tsx';
import { CertificateHelp } from './CertificateHelp.tsx';
import { chosenDevice, type DeviceKind, deviceKinds, deviceNames } from './devices.ts';
import styles from './Install.module.css';
import { RaspberryGuide } from './RaspberryGuide.tsx';
import { TelevisionGuide } from './TelevisionGuide.tsx';
import { CommonProblems } from './CommonProblems.tsx';
import { VoiceHelp } from './VoiceHelp.tsx';
import { WindowsGuide } from './WindowsGuide.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const icons: Record<DeviceKind, ReactNode> = {
  android: <Smartphone />,
  raspberry: <Cpu />,
  windows: <Monitor />,
  tv: <Tv />,
};
const guides: Record<DeviceKind, ComponentType<{ server: string }>> = {
  android: AndroidGuide,
  raspberry: RaspberryGuide,
  windows: WindowsGuide,
  tv: TelevisionGuide,
};

/** Shows the page 'Instalar uma tela': a public, printable guide to set up a new TV. */
export function Install() {
  useSignals();
  const heading = usePageHeading();
  const installation = useResource('GET /api/installation');
  const { addresses = [], secureAddresses = [], caCertificate = null } = installation.data ?? {};
  // Without a response, or when the server has no network, show the address that works in this browser.
  const server = addresses[0] ?? secureAddresses[0] ?? location.origin;
  const otherAddresses = [...addresses, ...secureAddresses].filter((address) => address !== server);
  const kind = chosenDevice(currentLocation.value.search, navigator.userAgent);
  const Guide = guides[kind];

  return (
    <div data-paper className={styles.page}>
      <TopBar narrow>
        <ButtonLink href={paths.landing} size="sm">
          {user.value ? 'Ir para o Studio' : 'Entrar'}
        </ButtonLink>
      </TopBar>
      <main className={styles.main}>
        <Row gap={4} align="end" wrap between className={styles.heading}>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              Instalar uma tela
            </h1>
            <Text as="p" muted marginTop={2}>
              Da caixa à parede em poucos minutos: a tela liga sozinha, toca com som e não apaga.
            </Text>
          </div>
          <div className={styles.print}>
            <Button icon={<Printer />} onClick={() => window.print()}>
              Imprimir este guia
            </Button>
          </div>
        </Row>
        <AddressPanel server={server} otherAddresses={otherAddresses} />
        <section className={styles.section} aria-labelledby="aparelhos">
          <h2 id="aparelhos" className={styles.question}>
            Qual é o aparelho?
          </h2>
          <div className={styles.tabs}>
            <Tabs
              label="Aparelho"
              items={deviceKinds.map((id) => ({ id, label: deviceNames[id], icon: icons[id] }))}
              value={kind}
              onChange={(id) => navigate(`${paths.install}?aparelho=${id}`, { replace: true, keepScroll: true })}
            />
          </div>
          <p className={styles.paperTitle}>{deviceNames[kind]}</p>
          <TabPanel id={kind}>
            <Guide server={server} />
          </TabPanel>
        </section>
        {caCertificate && (
          <CertificateHelp kind={kind} certificatePath={caCertificate} secureAddress={secureAddresses[0] ?? server} />
        )}
        <VoiceHelp />
        <CommonProblems />
      </main>
    </div>
  );
}
