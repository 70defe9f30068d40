import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Proposal } from './proposals.ts';
import type { RuleStart } from './rule-form.ts';
import { RuleList, type RuleListProps } from './RuleList.tsx';
import styles from './RulesCard.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the list of rules, and proposals that the programme does not contain yet. */
export function RulesCard({
  ideas,
  onIdea,
  ...list
}: RuleListProps & { ideas: readonly Proposal[]; onIdea: (start: RuleStart) => void }) {
  return (
    <Card padding="sm" title="Regras">
      <RuleList {...list} />
      {list.rules.length > 0 && ideas.length > 0 && (
        <Row gap={2} align="center" wrap className={styles.ideas}>
          <Text muted size="sm">
            Ideias:
          </Text>
          {ideas.map(({ title, start }) => (
            <Button key={title} size="sm" onClick={() => onIdea(start)}>
              {title}
            </Button>
          ))}
        </Row>
      )}
    </Card>
  );
}
