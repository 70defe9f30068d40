import { useSignals } from '@preact/signals-react/runtime';
import { ListVideo, MessageSquarePlus, MessageSquareText, Plus, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BreakingNews } from '../../../src/contract/messages.ts';
import { limits } from '../../../src/contract/limits.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { FeaturePage } from '../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability, hasFeature, signedInId } from '../../state/session.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatCard } from '../../ui/data/StatCard.tsx';
import { MessageCard } from './MessageCard.tsx';
import { draftToReopen } from './message-draft.ts';
import { MessageDialog } from './MessageDialog.tsx';
import styles from './Messages.module.css';
import { Grid, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the page 'Mensagens': lists and edits the messages of the tickers (contract/README 2.9). */
export function Messages() {
  useSignals();
  const isAllowed = hasFeature('canAccessBreakingNews');
  const messages = useResource('GET /api/breaking-news', {}, { enabled: isAllowed });
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });
  const [editing, setEditing] = useState<BreakingNews | 'new'>();
  const all = messages.data;
  useEffect(() => {
    const draft = all && draftToReopen(signedInId.peek());
    if (draft) setEditing((open) => open ?? all.find(({ id }) => id === draft.messageId) ?? 'new');
  }, [all]);

  const max = limits.message.perUser;
  const placeholder = messages.error ? '–' : undefined;
  const isAtLimit = all !== undefined && all.length >= max;
  const mayChange = hasCapability('messages');
  const add = mayChange && (
    <Button
      variant="primary"
      icon={<Plus />}
      disabled={!all || !playlists.data || isAtLimit}
      aria-describedby={isAtLimit ? 'limite' : undefined}
      onClick={() => setEditing('new')}
    >
      Nova mensagem
    </Button>
  );

  return (
    <FeaturePage
      feature="as mensagens"
      isAllowed={isAllowed}
      error={messages.error}
      title="Mensagens"
      subtitle="Aparecem na parte de baixo da tela, uma por vez"
      actions={add}
    >
      <RoleNote needs="messages" />
      <Stack gap={4} className={styles.numbers}>
        <StatCard
          label="Ativas"
          icon={<Radio />}
          value={all?.filter(({ isActive }) => isActive).length ?? placeholder ?? <Skeleton width="2rem" />}
        />
        <StatCard
          label="Total"
          icon={<MessageSquareText />}
          value={all ? `${all.length}/${max}` : (placeholder ?? <Skeleton width="3rem" />)}
        />
        <StatCard
          label="Playlists Disponíveis"
          icon={<ListVideo />}
          value={playlists.data?.length ?? (playlists.error ? '–' : <Skeleton width="2rem" />)}
        />
      </Stack>
      {isAtLimit && (
        <Text as="div" marginBottom={5}>
          <Callout id="limite" tone="warning">
            Você chegou ao limite de {max} mensagens. Exclua uma para criar outra.
          </Callout>
        </Text>
      )}
      {playlists.error && !playlists.data && (
        <LoadError subject="as playlists" error={playlists.error} onRetry={playlists.refetch} />
      )}
      <Loaded
        resource={messages}
        skeleton={<MessagesSkeleton />}
        empty={
          <EmptyState
            icon={<MessageSquarePlus />}
            title="Nenhuma mensagem ainda"
            text="Horários, avisos e campanhas: escreva aqui o que quem espera precisa saber."
            action={add}
          />
        }
      >
        {(list) => (
          <Grid as="ul" min="22rem" gap={4} aria-label="Mensagens">
            {list.map((message) => (
              <MessageCard
                key={message.id}
                message={message}
                mayChange={mayChange}
                onEdit={() => setEditing(message)}
              />
            ))}
          </Grid>
        )}
      </Loaded>
      {editing && mayChange && playlists.data && (
        <MessageDialog
          message={editing === 'new' ? undefined : editing}
          playlists={playlists.data}
          onClose={() => setEditing(undefined)}
        />
      )}
    </FeaturePage>
  );
}

function MessagesSkeleton() {
  return (
    <Grid min="22rem" gap={4}>
      {[0, 1, 2, 3].map((each) => (
        <Skeleton key={each} height="11rem" radius="var(--radius-lg)" />
      ))}
    </Grid>
  );
}
