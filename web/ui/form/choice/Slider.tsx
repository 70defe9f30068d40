import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './Slider.module.css';
import { Row, Text } from '../../layout/primitives.tsx';

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The formatted value: '30%'. */
  text: string;
  icon?: ReactNode;
}

/** Shows a field for a number on a slider: `<Slider label="Volume" value={volume} onChange={setVolume} min={0} max={100} step={5} text={`${volume}%`} />` */
export function Slider({ label, value, onChange, min, max, step, text, icon }: SliderProps) {
  const id = useId();
  return (
    <Text as="div" canShrink>
      <Row gap={3} between size="sm" weight="medium">
        <label htmlFor={id}>{label}</label>
        <Text as="output" tabular htmlFor={id}>
          {text}
        </Text>
      </Row>
      <Row gap={3} align="center" className={styles.line}>
        {icon}
        <input
          id={id}
          type="range"
          aria-valuetext={text}
          style={{ '--filled': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
          {...{ min, max, step, value }}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      </Row>
    </Text>
  );
}
