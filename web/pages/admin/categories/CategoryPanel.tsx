import { Clapperboard, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatDate, plural } from '../../../ui/text/format.ts';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import styles from './CategoryPanel.module.css';
import { Text } from '../../../ui/layout/primitives.tsx';
import { CategoryUsers } from './CategoryUsers.tsx';
import { CategoryVideos } from './videos/CategoryVideos.tsx';

type Tab = 'usuarios' | 'videos';

/** Shows one category: its description, its users and its contents. */
export function CategoryPanel({ category, onEdit }: { category: AdminCategory; onEdit: () => void }) {
  const [tab, setTab] = useState<Tab>('usuarios');
  const { id, name, description, createdAt, userCount, videoCount } = category;

  const remainingText =
    videoCount === 0
      ? ''
      : ` ${plural(videoCount, 'conteúdo fica', 'conteúdos ficam')} na plataforma sem categoria, à disposição de todos os usuários.`;
  const [remove, removing] = useConfirmedAction(
    'Erro ao deletar categoria',
    { title: 'Deletar categoria?', text: `“${name}” deixa de existir.${remainingText}`, action: 'Deletar' },
    async () => {
      const optimistic = [change('GET /api/admin/categories', (all) => all.filter((each) => each.id !== id))];
      await mutate('DELETE /api/admin/categories/:id', { params: { id } }, { optimistic });
      toast({ title: 'Categoria deletada', description: name });
    },
  );

  return (
    <Card
      title={name}
      actions={
        <>
          <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
            Editar
          </Button>
          <Button size="sm" icon={<Trash2 aria-hidden="true" />} pending={removing} onClick={() => void remove()}>
            Deletar
          </Button>
        </>
      }
    >
      <Text as="p" muted size="sm" className={styles.about}>
        {description && <span className={styles.description}>{description}</span>}
        <span>Criada em {formatDate(createdAt)}</span>
      </Text>
      <Tabs<Tab>
        label={`Categoria ${name}`}
        value={tab}
        onChange={setTab}
        items={[
          { id: 'usuarios', label: 'Usuários', icon: <UsersRound aria-hidden="true" />, count: userCount },
          { id: 'videos', label: 'Vídeos', icon: <Clapperboard aria-hidden="true" />, count: videoCount },
        ]}
      />
      <TabPanel id={tab}>
        {tab === 'usuarios' ? <CategoryUsers category={category} /> : <CategoryVideos category={category} />}
      </TabPanel>
    </Card>
  );
}
