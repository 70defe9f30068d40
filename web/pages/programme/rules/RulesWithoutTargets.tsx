import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { plural } from '../../../ui/text/format.ts';
import { sentenceOf } from './sentences.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface RulesWithoutTargetsProps {
  rules: readonly Schedule[];
  mayChange: boolean;
  onOpen: (rule: Schedule) => void;
  onDelete: (rule: Schedule) => void;
}

/** Lists rules whose groups and screens were deleted. The user can choose new targets or delete the rules. */
export function RulesWithoutTargets({ rules, mayChange, onOpen, onDelete }: RulesWithoutTargetsProps) {
  if (rules.length === 0) return null;
  return (
    <Text as="div" marginBottom={4}>
      <Callout
        tone="warning"
        title={plural(rules.length, 'regra não vale em nenhuma tela', 'regras não valem em nenhuma tela')}
      >
        <p>
          {rules.length === 1
            ? 'O grupo ou a tela dela foi excluído. Escolha onde ela vale, ou exclua a regra.'
            : 'Os grupos ou as telas delas foram excluídos. Escolha onde elas valem, ou exclua as regras.'}
        </p>
        <Stack as="ul" gap={2} marginTop={3} aria-label="Regras sem tela">
          {rules.map((rule) => (
            <Row as="li" gap={4} rowGap={2} align="center" wrap between key={rule.id}>
              <Text weight="medium" canShrink>
                {sentenceOf(rule)}
              </Text>
              {mayChange && (
                <Row as="span" gap={2}>
                  <Button size="sm" aria-label={`Escolher telas: ${sentenceOf(rule)}`} onClick={() => onOpen(rule)}>
                    Escolher telas
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Excluir: ${sentenceOf(rule)}`}
                    onClick={() => onDelete(rule)}
                  >
                    Excluir
                  </Button>
                </Row>
              )}
            </Row>
          ))}
        </Stack>
      </Callout>
    </Text>
  );
}
