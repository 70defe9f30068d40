import { Globe, Monitor, Pencil, Power, PowerOff, Trash2, User } from 'lucide-react';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { Description, DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import styles from './NoticeCard.module.css';
import { targetText, typeNames } from './notice-form.ts';
import { Row } from '../../../ui/layout/primitives.tsx';

const typeIcons = { global: <Globe />, user: <User />, player: <Monitor /> };

/** Shows a notice in its colours, its target, and its buttons. */
export function NoticeCard({ notice, onEdit }: { notice: AdminNotice; onEdit: () => void }) {
  const { id, title, message, isActive, noticeType, backgroundColor, textColor, createdAt } = notice;

  const [toggle] = useAction('Erro ao alterar status do aviso', async () => {
    const next = !isActive;
    const options = optimisticChange((all) => all.map((each) => (each.id === id ? { ...each, isActive: next } : each)));
    await mutate('PATCH /api/admin/notices/:id/toggle', { params: { id }, body: { isActive: next } }, options);
    toast({
      title: 'Status do aviso atualizado!',
      description: next ? 'O aviso está ativo.' : 'O aviso não aparece mais.',
    });
  });

  const [remove] = useConfirmedAction(
    'Erro ao excluir aviso administrativo',
    {
      title: 'Excluir aviso?',
      text: `“${title}” sai das telas em segundos. Não é possível desfazer.`,
      action: 'Excluir',
    },
    async () => {
      const options = optimisticChange((all) => all.filter((each) => each.id !== id));
      await mutate('DELETE /api/admin/notices/:id', { params: { id } }, options);
      toast({ title: 'Aviso administrativo excluído!' });
    },
  );

  return (
    <Card as="li" padding="none">
      <div className={styles.card}>
        <div className={classNames(styles.text, !isActive && styles.off)} style={{ backgroundColor, color: textColor }}>
          <h2>{title}</h2>
          <p>{message}</p>
        </div>
        <Row gap={2} align="center" wrap className={styles.badges}>
          <Badge dot tone={isActive ? 'success' : 'neutral'}>
            {isActive ? 'Ativo' : 'Inativo'}
          </Badge>
          <Badge icon={typeIcons[noticeType]}>{typeNames[noticeType]}</Badge>
          <Row as="span" gap={1} className={styles.colours}>
            <Swatch name="Cor de fundo" colour={backgroundColor} />
            <Swatch name="Cor do texto" colour={textColor} />
          </Row>
        </Row>
        <DescriptionList layout="cards" className={styles.facts}>
          <Description name="Destino">
            <Breakable text={targetText(notice)} />
          </Description>
          <Description name="Criado em">{formatDateTime(createdAt)}</Description>
        </DescriptionList>
        <Row gap={2} className={styles.actions}>
          <Button
            size="sm"
            icon={isActive ? <PowerOff aria-hidden="true" /> : <Power aria-hidden="true" />}
            aria-label={`${isActive ? 'Desativar' : 'Ativar'}: ${title}`}
            onClick={() => void toggle()}
          >
            {isActive ? 'Desativar' : 'Ativar'}
          </Button>
          <Button size="sm" icon={<Pencil aria-hidden="true" />} aria-label={`Editar: ${title}`} onClick={onEdit}>
            Editar
          </Button>
          <IconButton
            size="sm"
            tone="danger"
            label={`Excluir: ${title}`}
            icon={<Trash2 />}
            onClick={() => void remove()}
          />
        </Row>
      </div>
    </Card>
  );
}

const optimisticChange = (update: (all: AdminNotice[]) => AdminNotice[]) => ({
  optimistic: [change('GET /api/admin/notices', update)],
});

function Swatch({ name, colour }: { name: string; colour: string }) {
  return (
    <span
      role="img"
      aria-label={`${name}: ${colour}`}
      title={`${name}: ${colour}`}
      className={styles.swatch}
      style={{ backgroundColor: colour }}
    />
  );
}
