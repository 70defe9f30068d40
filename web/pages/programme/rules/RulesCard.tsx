import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Proposal } from './proposals.ts';
import type { InitialRule } from './rule-form.ts';
import { RuleList, type RuleListProps } from './RuleList.tsx';
import styles from './RulesCard.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the list of rules, and proposals for further rules. */
export function RulesCard({
  proposals,
  onProposal,
  ...list
}: RuleListProps & { proposals: readonly Proposal[]; onProposal: (initial: InitialRule) => void }) {
  return (
    <Card padding="sm" title="Regras">
      <RuleList {...list} />
      {list.rules.length > 0 && proposals.length > 0 && (
        <Row gap={2} align="center" wrap className={styles.proposals}>
          <Text muted size="sm">
            Ideias:
          </Text>
          {proposals.map(({ title, initial }) => (
            <Button key={title} size="sm" onClick={() => onProposal(initial)}>
              {title}
            </Button>
          ))}
        </Row>
      )}
    </Card>
  );
}
