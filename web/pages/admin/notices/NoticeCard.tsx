import { Globe, Monitor, Pencil, Power, PowerOff, Trash2, User } from 'lucide-react';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { confirm } from '../../../state/confirm.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import styles from './NoticeCard.module.css';
import { targetOf, typeNames } from './notice-form.ts';

const typeIcons = { global: <Globe />, user: <User />, player: <Monitor /> };

/** A notice in its colours, whom it reaches, and its buttons. */
export function NoticeCard({ notice, onEdit }: { notice: AdminNotice; onEdit: () => void }) {
  const { id, title, message, isActive, noticeType, backgroundColor, textColor, createdAt } = notice;

  const [toggle] = useAction('Erro ao alterar status do aviso', async () => {
    const next = !isActive;
    await mutate(
      'PATCH /api/admin/notices/:id/toggle',
      { params: { id }, body: { isActive: next } },
      {
        optimistic: [
          change('GET /api/admin/notices', (all) =>
            all.map((each) => (each.id === id ? { ...each, isActive: next } : each)),
          ),
        ],
        invalidates: ['GET /api/admin/notices'],
      },
    );
    toast({
      title: 'Status do aviso atualizado!',
      description: next ? 'O aviso está ativo.' : 'O aviso não aparece mais.',
    });
  });

  const [remove] = useAction('Erro ao excluir aviso administrativo', async () => {
    await mutate(
      'DELETE /api/admin/notices/:id',
      { params: { id } },
      {
        optimistic: [change('GET /api/admin/notices', (all) => all.filter((each) => each.id !== id))],
        invalidates: ['GET /api/admin/notices'],
      },
    );
    toast({ title: 'Aviso administrativo excluído!' });
  });

  async function askAndRemove(): Promise<void> {
    if (
      await confirm({
        title: 'Excluir aviso?',
        text: `“${title}” sai das telas em segundos. Não é possível desfazer.`,
        action: 'Excluir',
      })
    )
      await remove();
  }

  return (
    <Card as="li" padding="none">
      <div className={styles.card}>
        <div className={classNames(styles.face, !isActive && styles.off)} style={{ backgroundColor, color: textColor }}>
          <h2>{title}</h2>
          <p>{message}</p>
        </div>
        <div className={styles.badges}>
          <Badge dot tone={isActive ? 'success' : 'neutral'}>
            {isActive ? 'Ativo' : 'Inativo'}
          </Badge>
          <Badge icon={typeIcons[noticeType]}>{typeNames[noticeType]}</Badge>
          <span className={styles.colours}>
            <Swatch name="Cor de fundo" colour={backgroundColor} />
            <Swatch name="Cor do texto" colour={textColor} />
          </span>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Destino</dt>
            <dd>
              <Breakable text={targetOf(notice)} />
            </dd>
          </div>
          <div>
            <dt>Criado em</dt>
            <dd>{formatDateTime(createdAt)}</dd>
          </div>
        </dl>
        <div className={styles.actions}>
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
            onClick={() => void askAndRemove()}
          />
        </div>
      </div>
    </Card>
  );
}

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
