CREATE TABLE "late_conversion" (
	"conversion_id" numeric(20, 0) PRIMARY KEY NOT NULL
);
