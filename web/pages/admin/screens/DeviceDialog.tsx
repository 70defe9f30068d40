import { useRef } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { useListRow } from '../../../state/resources/use-list.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Description, DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { formatDateTime, formatMb, formatTime } from '../../../ui/text/format.ts';
import styles from './DeviceDialog.module.css';
import { statusOf } from '../../../components/screens/screen-status.ts';

/**
 * Shows the device's last report, and updates it while the dialog is open. If a request fails or the screen is deleted, the last
 * known report remains.
 */
export function DeviceDialog({ screen: opened, onClose }: { screen: AdminPlayer; onClose: () => void }) {
  const { row, error, loading, isComplete, refetch } = useListRow('GET /api/admin/players', opened.id);
  const latest = useRef(opened);
  latest.current = row ?? latest.current;
  const screen = latest.current;
  const { state } = screen;
  const timeZone = screen.owner.timeZone;
  const status = statusOf(screen);
  return (
    <Dialog
      open
      title={screen.name}
      description={`${screen.owner.username} · ${screen.owner.email}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      {!row && (error || isComplete) && (
        <Text as="div" marginBottom={3}>
          <Callout
            tone="warning"
            role="status"
            title={error ? 'Não foi possível atualizar' : 'Tela não encontrada'}
            actions={
              error && (
                <Button size="sm" pending={loading} onClick={() => void refetch()}>
                  Tentar novamente
                </Button>
              )
            }
          >
            {error?.message ?? 'Ela foi excluída; abaixo, os últimos dados recebidos.'}
          </Callout>
        </Text>
      )}
      <DescriptionList className={styles.facts}>
        <Description name="Situação">
          <Badge dot tone={status.tone}>
            {status.text}
          </Badge>
        </Description>
        <Description name="Dispositivo">{screen.isPaired ? 'Ativado' : 'Ainda não ativado'}</Description>
        <Description name="Vista por último">
          {screen.lastPing ? formatDateTime(screen.lastPing, timeZone) : 'Nunca'}
        </Description>
        <Description name="Endereço IP">{screen.ipAddress ?? '-'}</Description>
        {state && (
          <>
            <Description name="Exibindo">
              {state.videoName
                ? `${state.videoName}${state.playingSince ? `, desde ${formatTime(state.playingSince, timeZone)}` : ''}`
                : '-'}
            </Description>
            <Description name="Itens guardados na TV">
              {`${state.cachedItems} de ${state.totalItems}`}
              {state.downloadPercent !== null && `, baixando ${state.downloadPercent} %`}
            </Description>
            <Description name="Som">{state.soundBlocked ? 'Bloqueado pelo navegador da TV' : 'Liberado'}</Description>
            <Description name="Espaço livre na TV">
              {state.freeStorageMb === null ? '-' : formatMb(state.freeStorageMb)}
            </Description>
            <Description name="Navegador">{state.engine || '-'}</Description>
            <Description name="Versão do player">{state.version || '-'}</Description>
            <Description name="Último erro">{state.lastError ?? 'Nenhum'}</Description>
          </>
        )}
        <Description name="Tela criada em">{formatDateTime(screen.createdAt, timeZone)}</Description>
        {screen.deviceInfo && <Description name="Identificação do aparelho">{screen.deviceInfo}</Description>}
      </DescriptionList>
    </Dialog>
  );
}
