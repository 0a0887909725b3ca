CREATE TABLE "usage_count" (
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "usage_count_subject_kind_pk" PRIMARY KEY("subject","kind")
);
