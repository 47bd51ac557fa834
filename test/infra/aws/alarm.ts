type Metric = { Namespace: string; MetricName: string };

/** The properties of an alarm in the template. */
export type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: string[];
  Threshold: number;
  Metrics?: { MetricStat?: { Metric: Metric } }[];
} & Partial<Metric>;

/** The properties of a metric filter in the template. */
export type MetricFilter = {
  LogGroupName: string;
  FilterPattern: string;
  MetricTransformations: [{ MetricName: string; MetricValue: string }];
};

/** The metrics that an alarm watches. */
export const metricsOf = ({ Metrics, ...alarm }: Alarm): Metric[] =>
  Metrics?.flatMap(({ MetricStat }) =>
    MetricStat ? [MetricStat.Metric] : [],
  ) ?? [alarm as Metric];
