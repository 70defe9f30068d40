import { Pencil, Play, Square, Trash2 } from 'lucide-react';
import type { AdminRadioStation } from '../../../../../src/contract/radio.ts';
import { StationPreview } from '../../../../components/media/StationPreview.tsx';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import styles from './StationsCard.module.css';
import { hostOf } from './stations.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface StationRowProps {
  station: AdminRadioStation;
  /** True while the preview below the row is open. */
  isPlaying: boolean;
  onListen: (isPlaying: boolean) => void;
  onEdit: () => void;
  onRemoved: () => void;
}

/** Shows one station. Previews are played through the server, as on the screens. */
export function StationRow({ station, isPlaying, onListen, onEdit, onRemoved }: StationRowProps) {
  const { id, name, genre, upstreamUrl, isActive, streamUrl } = station;

  const [remove] = useConfirmedAction(
    'Erro ao remover rádio',
    {
      title: 'Remover rádio?',
      text: `Quem escolheu ${name} fica sem rádio até escolher outra.`,
      action: 'Remover',
    },
    async () => {
      const optimistic = [change('GET /api/admin/radio-stations', (all) => all.filter((each) => each.id !== id))];
      await mutate('DELETE /api/admin/radio-stations/:id', { params: { id } }, { optimistic });
      toast({ title: 'Rádio removida', description: name });
      onRemoved();
    },
  );

  return (
    <li>
      <Row gap={1} align="center" className={styles.row}>
        {isActive ? (
          <IconButton
            outlined
            label={`${isPlaying ? 'Parar' : 'Ouvir'}: ${name}`}
            icon={isPlaying ? <Square /> : <Play />}
            onClick={() => onListen(!isPlaying)}
          />
        ) : (
          <IconButton outlined disabled label={`Ouvir: ${name}. A rádio está desativada`} icon={<Play />} />
        )}
        <div className={styles.text}>
          <Row as="h3" gap={2} rowGap={0} align="center" wrap size="sm" breakable>
            {name} {!isActive && <Badge>Desativada</Badge>}
          </Row>
          <Text as="p" muted size="sm" breakable>
            {genre}
            <span className={styles.host} title={upstreamUrl}>
              {hostOf(upstreamUrl)}
            </span>
          </Text>
        </div>
        <IconButton size="sm" label={`Editar: ${name}`} icon={<Pencil />} onClick={onEdit} />
        <IconButton
          size="sm"
          tone="danger"
          label={`Remover: ${name}`}
          icon={<Trash2 />}
          onClick={() => void remove()}
        />
      </Row>
      {isPlaying && isActive && <StationPreview key={upstreamUrl} name={name} streamUrl={streamUrl} />}
    </li>
  );
}
