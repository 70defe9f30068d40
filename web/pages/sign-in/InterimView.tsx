import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** Replaces the sign-in form with an icon, a title, a text, content, and a button that returns to the form. */
export function InterimView({
  icon,
  title,
  text,
  onBack,
  onlyBack = false,
  after,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  onBack: () => void;
  /** True if 'Voltar ao Login' is the only action. */
  onlyBack?: boolean;
  /** Content below the button 'Voltar ao Login'. */
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap={4}>
      <span className={styles.emblem}>{icon}</span>
      <div>
        <ViewHeading>{title}</ViewHeading>
        <Text as="p" muted className={styles.text}>
          {text}
        </Text>
      </div>
      {children}
      <Button variant={onlyBack ? 'secondary' : 'ghost'} size={onlyBack ? 'lg' : 'md'} block onClick={onBack}>
        Voltar ao Login
      </Button>
      {after}
    </Stack>
  );
}

/** Shows the heading of a view that replaces the forms. The heading gets the focus, so that screen readers read it. */
export function ViewHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
