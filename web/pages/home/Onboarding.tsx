import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import type { OnboardingStep, SkippableStep } from '../../../src/contract/accounts/onboarding.ts';
import { limits } from '../../../src/contract/limits.ts';
import { tabHref, uploadToScreenHref } from '../../navigation/manage-tabs.ts';
import { paths } from '../../navigation/paths.ts';
import { useAction } from '../../state/form/use-action.ts';
import { mutate, useResource, useRows } from '../../state/resources/resource.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import styles from './Onboarding.module.css';

interface StepText {
  title: string;
  text: string;
  action: string;
  href: string;
  /** Another way to do the step. */
  alternative?: { action: string; href: string };
  /** Name of the step, if the clinic may skip it. */
  skippable?: SkippableStep;
}

const texts: Record<OnboardingStep, StepText> = {
  screen: {
    title: 'Parear a primeira TV',
    text: 'Ligue a TV e tenha à mão o código que ela mostra.',
    action: 'Parear TV',
    href: paths.pair,
  },
  content: {
    title: 'Enviar o primeiro conteúdo',
    text: 'Um vídeo ou uma imagem do seu computador ou celular, ou um cartaz feito aqui em um minuto.',
    action: 'Enviar conteúdo',
    href: tabHref('upload'),
    alternative: { action: 'Criar cartaz', href: paths.poster },
  },
  onAir: {
    title: 'Mostrar na TV',
    text: 'Escolha a TV e o que ela exibe.',
    action: 'Ir para Minhas Telas',
    href: tabHref('telas'),
  },
  reception: {
    title: 'Convidar a recepção',
    text: 'Cada pessoa entra com o próprio email, sem a sua senha.',
    action: 'Convidar',
    href: paths.team,
    skippable: 'reception',
  },
  room: {
    title: 'Criar o primeiro local de chamada',
    text: 'Um guichê, um consultório: para onde os pacientes são chamados.',
    action: 'Criar local',
    href: paths.calls,
    skippable: 'room',
  },
};

/** Shows an account's owner the steps of setting up the clinic, until all are done or skipped (contract/README 2.16). */
export function Onboarding() {
  useSignals();
  const next = useResource('GET /api/onboarding').data?.steps.find(({ state }) => state === 'open')?.name;
  return next && <Steps next={next} />;
}

function Steps({ next }: { next: OnboardingStep }) {
  useSignals();
  // Polled, because TVs report what they show in heartbeats, for which no socket message is sent.
  const steps = useResource('GET /api/onboarding', {}, { refetchMs: limits.screensRefetchMs }).data?.steps ?? [];
  const [skip, skipping] = useAction('Erro ao pular o passo', (step: SkippableStep) =>
    mutate('POST /api/onboarding/skip', { body: { step } }),
  );
  const screens = useRows('GET /api/my-players', undefined).data ?? [];
  const [onlyScreen] = screens.length === 1 ? screens : [];
  const doneCount = steps.filter(({ state }) => state !== 'open').length;
  return (
    <section className={styles.card} aria-labelledby="primeiros-passos">
      <Row align="center" between gap={3}>
        <h2 id="primeiros-passos">Coloque o seu canal no ar</h2>
        <Text muted size="sm" tabular nowrap>
          {doneCount} de {steps.length}
        </Text>
      </Row>
      <ol className={styles.steps}>
        {steps.map(({ name, state }, index) => {
          const { title, text, action, href, alternative, skippable } = texts[name];
          return (
            <Row
              as="li"
              key={name}
              gap={3}
              align="center"
              wrap
              className={classNames(styles.step, name !== next && styles.later)}
            >
              <span className={classNames(styles.mark, state === 'done' && styles.done)} aria-hidden="true">
                {state === 'done' ? <Check /> : index + 1}
              </span>
              <Text as="div" grow className={styles.words}>
                <Text as="p" size="sm" weight="medium" muted={state !== 'open'}>
                  {title}
                  {state !== 'open' && (
                    <Text size="xs" muted>
                      {state === 'done' ? ' · feito' : ' · pulado'}
                    </Text>
                  )}
                </Text>
                {state === 'open' && (
                  <Text as="p" size="sm" muted>
                    {text}
                  </Text>
                )}
              </Text>
              {state === 'open' && (
                <Row gap={2}>
                  {skippable && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Pular: ${title}`}
                      pending={skipping}
                      onClick={() => void skip(skippable)}
                    >
                      Pular
                    </Button>
                  )}
                  {alternative && (
                    <ButtonLink size="sm" href={alternative.href}>
                      {alternative.action}
                    </ButtonLink>
                  )}
                  <ButtonLink
                    size="sm"
                    variant={name === next ? 'primary' : 'secondary'}
                    href={name === 'content' && onlyScreen ? uploadToScreenHref(onlyScreen.id) : href}
                  >
                    {action}
                  </ButtonLink>
                </Row>
              )}
            </Row>
          );
        })}
      </ol>
    </section>
  );
}
